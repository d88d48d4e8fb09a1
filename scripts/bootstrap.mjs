/**
 * The first thing every command of this project runs: `node scripts/bootstrap.mjs <script.ts> [args]`.
 * Plain JavaScript without dependencies, for whatever Node the machine has: installs what is missing, then hands over
 * to the Node the project was proven with, which comes from npm like everything else.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { installDependencies } from "./install.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [script, ...args] = process.argv.slice(2);

/** The oldest Node that runs TypeScript as it is and that every dependency supports. */
const OLDEST_NODE = 24;

const SIGINT_ALONE_AFTER_MS = 10_000;
const LOOK_FOR_NPM_EVERY_MS = 500;

if (Number(process.versions.node.split(".")[0]) < 20)
  stop(`Node ${process.versions.node} is too old. Install Node 20 or newer.`);
if (!script) stop("Usage: node scripts/bootstrap.mjs <script.ts> [arguments]");

install();
run();

/** Installs the dependencies, unless what is installed is what the lockfile says. */
function install() {
  const lockfile = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  const stamp = join(root, "node_modules/.dockline-lockfile");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lockfile) return;
  const started = Date.now();
  process.stderr.write("Installing dependencies (about a minute the first time) …\n");
  try {
    installDependencies();
  } catch (error) {
    stop(error.message);
  }
  writeFileSync(stamp, lockfile);
  process.stderr.write(`Dependencies installed in ${Math.round((Date.now() - started) / 1000)} s.\n`);
}

/** Runs the script with the pinned Node and ends as it ends. */
function run() {
  const pinned = join(root, "node_modules/.bin/node");
  const usable = existsSync(pinned) && spawnSync(pinned, ["--version"]).status === 0;
  if (!usable && Number(process.versions.node.split(".")[0]) < OLDEST_NODE)
    stop(
      `No Node comes with the project for ${process.platform} ${process.arch}. Install Node ${OLDEST_NODE} or newer.`,
    );
  const child = spawn(usable ? pinned : process.execPath, [join(root, script), ...args], {
    cwd: root,
    stdio: "inherit",
    // The shebangs of the tools find the same Node.
    env: { ...process.env, PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}` },
  });
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // A terminal sends Ctrl-C to the child as well, which may need its time; a SIGINT of another kind reaches this process alone.
  process.on("SIGINT", () => setTimeout(() => child.kill("SIGTERM"), SIGINT_ALONE_AFTER_MS).unref());
  // npm passes a signal on to its shell, which ends without passing it on.
  const { ppid } = process;
  if (process.env.npm_lifecycle_event) {
    const look = setInterval(() => {
      if (process.ppid === ppid) return;
      clearInterval(look);
      child.kill("SIGTERM");
    }, LOOK_FOR_NPM_EVERY_MS).unref();
  }
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
