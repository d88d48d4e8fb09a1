/**
 * `npm run check:fresh-clone`: clones the committed state into an empty folder, with an empty npm cache and the
 * machine's own Node, and runs `npm run demo -- --check` there: once cold, once warm. Prints how long each took.
 * It downloads some 250 MB and takes minutes, so it is no part of `npm run validate`.
 */
import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { makeRunFolder } from "./lib/run-folder.ts";
import { ROOT } from "./run-tool.ts";

const folder = await makeRunFolder({ say: (line) => console.log(line) });
const clone = join(folder.path, "dockline");
const ownTools = (path: string) => path.startsWith(ROOT) || path.includes("node-gyp-bin");
const env = {
  ...process.env,
  PATH: (process.env.PATH ?? "")
    .split(delimiter)
    .filter((path) => !ownTools(path))
    .join(delimiter),
  npm_config_cache: join(folder.path, "npm-cache"),
};

function run(command: string, args: string[], cwd: string): number {
  const started = Date.now();
  const { status } = spawnSync(command, args, { cwd, env, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with status ${status}.`);
  return (Date.now() - started) / 1000;
}

try {
  run("git", ["clone", "--quiet", ROOT, clone], folder.path);
  run("node", ["--version"], clone);
  const cold = run("npm", ["run", "demo", "--", "--check"], clone);
  const warm = run("npm", ["run", "demo", "--", "--check"], clone);
  console.log(`npm run demo -- --check: ${cold.toFixed(0)} s cold, ${warm.toFixed(0)} s warm`);
} finally {
  await folder.end();
}
