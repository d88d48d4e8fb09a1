import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runningProcesses } from "../../scripts/lib/processes.ts";

interface Command {
  /** For `npm run`. */
  args: string[];
  /** What npm has run for it. */
  script: string;
  /** A process that it has started when it is interrupted. */
  at: string;
  /** In which of the ways `npm test` interrupts it; the proof does in all of them. */
  always?: Way;
}

const WAYS = {
  "its npm is told to stop": { whom: "npm", signal: "SIGTERM" },
  "somebody presses Ctrl-C": { whom: "everybody", signal: "SIGINT" },
  "it is killed": { whom: "script", signal: "SIGKILL" },
} as const;
type Way = keyof typeof WAYS;

const APP = "build/server/index.js worker";
const COMMANDS: Record<string, Command> = {
  "npm test": {
    args: ["test", "--", "test/panel/home.test.ts"],
    script: "scripts/test.ts",
    at: APP,
    always: "its npm is told to stop",
  },
  "npm run demo": { args: ["demo", "--", "--home", "HOME"], script: "sandbox/demo/main.ts", at: APP },
  "npm run demo -- --check": {
    args: ["demo", "--", "--check"],
    script: "sandbox/demo/main.ts",
    at: APP,
    always: "it is killed",
  },
  "npm run chaos": { args: ["chaos", "--", "--runs", "1"], script: "scripts/chaos.ts", at: APP },
  "npm run attack": { args: ["attack", "--", "--minutes", "1"], script: "scripts/attack.ts", at: APP },
  "npm run bench": { args: ["bench", "--", "panel-speed"], script: "scripts/bench.ts", at: APP },
  "npm run mutation": {
    args: ["mutation", "--", "app/domain/stock/mirror/decide-stock.ts"],
    script: "scripts/mutation.ts",
    at: "@stryker-mutator",
  },
};

/** Starts a command as somebody at a terminal does, with a temporary folder of its own. */
function start({ args, script }: Command) {
  const temporary = mkdtempSync(join(tmpdir(), "nothing-left-"));
  // Run as root, PostgreSQL gets another account, which has to get in.
  chmodSync(temporary, 0o755);
  const [ours, home] = [join(temporary, "ours"), join(temporary, "home")];
  mkdirSync(ours);
  const mark = randomUUID();
  const npm = spawn("npm", ["run", ...args.map((arg) => (arg === "HOME" ? home : arg))], {
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
      // The script's own path; the program that starts it has the path as npm was given it.
      const pid = { npm: npm.pid!, everybody: -npm.pid!, script: pidOf(`/${script}`)! }[whom];
      process.kill(pid, signal);
    },
    left: () => ({ processes: processes().map(({ command }) => command), files: readdirSync(ours) }),
  };
}

describe.each(Object.entries(COMMANDS))("%s", (_name, command) => {
  for (const way of Object.keys(WAYS) as Way[]) {
    const options = way === command.always ? {} : { tags: ["proof"] };
    test(`leaves no process and no file when ${way}`, options, async () => {
      const run = start(command);
      await expect.poll(() => run.pidOf(command.at) ?? run.said()).toEqual(expect.any(Number));
      run.interrupt(WAYS[way]);
      await expect.poll(run.left).toEqual({ processes: [], files: [] });
    });
  }
});
