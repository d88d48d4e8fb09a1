import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runningProcesses } from "../../scripts/lib/processes.ts";

/** What is interrupted, by which signal. */
const WAYS = {
  "its npm is told to stop": { whom: "npm", signal: "SIGTERM" },
  "somebody presses Ctrl-C": { whom: "everybody", signal: "SIGINT" },
  "it is killed": { whom: "script", signal: "SIGKILL" },
} as const;
type Way = keyof typeof WAYS;

interface Command {
  /** For `npm run`. */
  args: string[];
  /** A process that it has started when it is interrupted; the app's worker when left out. */
  at?: string;
  /** The way in which `npm test` interrupts it too. The proof interrupts each command in each of the others. */
  always?: Way;
}

const COMMANDS: Record<string, Command> = {
  "npm test": { args: ["test", "test/panel/home.test.ts"], always: "its npm is told to stop" },
  "npm run demo": { args: ["demo", "--home", "HOME"] },
  "npm run demo -- --check": { args: ["demo", "--check"], always: "it is killed" },
  "npm run proof": { args: ["proof", "--only", "chaos"] },
  "npm run chaos": { args: ["chaos", "--runs", "1"] },
  "npm run attack": { args: ["attack", "--minutes", "1"] },
  "npm run bench": { args: ["bench", "panel-speed"] },
  "npm run mutation": {
    args: ["mutation", "app/domain/stock/mirror/decide-stock.ts"],
    at: "@stryker-mutator",
  },
};

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };

/** Starts a command as somebody at a terminal does, with a temporary folder of its own. */
function start([name, ...args]: string[]) {
  const temporary = mkdtempSync(join(tmpdir(), "nothing-left-"));
  // Run as root, PostgreSQL gets another account, which has to get in.
  chmodSync(temporary, 0o755);
  const [ours, home] = [join(temporary, "ours"), join(temporary, "home")];
  mkdirSync(ours);
  const mark = randomUUID();
  const npm = spawn("npm", ["run", name!, "--", ...args.map((arg) => (arg === "HOME" ? home : arg))], {
    env: {
      ...process.env,
      TMPDIR: ours,
      // Ports of a range from which no worker of this run takes any: see `steadyPort`.
      VITEST_POOL_ID: "7",
      NOTHING_LEFT: mark,
    },
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [npm.stdout, npm.stderr])
    stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const processes = () =>
    runningProcesses().filter(({ environment }) => environment.includes(`NOTHING_LEFT=${mark}`));
  const pidOf = (text: string) => processes().find(({ command }) => command.includes(text))?.pid;
  onTestFinished(() => {
    processes().forEach(({ pid }) => process.kill(pid, "SIGKILL"));
    rmSync(temporary, { recursive: true, force: true });
  });
  return {
    pidOf,
    said: () => said,
    interrupt({ whom, signal }: (typeof WAYS)[Way]) {
      // It has its whole path; what starts it has the path as package.json has it.
      const script = pidOf(`/${scripts[name!]!.split(" ").at(-1)}`)!;
      const pid = { npm: npm.pid!, everybody: -npm.pid!, script }[whom];
      process.kill(pid, signal);
    },
    left: () => ({ processes: processes().map(({ command }) => command), files: readdirSync(ours) }),
  };
}

describe.each(Object.entries(COMMANDS))(
  "%s",
  (_name, { args, at = "build/server/index.js worker", always }) => {
    for (const way of Object.keys(WAYS) as Way[]) {
      const options = way === always ? {} : { tags: ["proof"] };
      test(`leaves no process and no file when ${way}`, options, async () => {
        const run = start(args);
        await expect.poll(() => run.pidOf(at) ?? run.said()).toEqual(expect.any(Number));
        run.interrupt(WAYS[way]);
        await expect.poll(run.left).toEqual({ processes: [], files: [] });
      });
    }
  },
);
