/**
 * `npm run test:stable -- --times 10`: runs the tests again and again, each time in another order, while one core is busy, and
 * names each test that ever failed. See docs/testing.md.
 */
import { execFileSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { CommandError } from "./lib/command-error.ts";
import { runAgain, summarize, type TestRun } from "./lib/run-again.ts";
import { runCommand } from "./lib/run-command.ts";
import { prepare } from "./prepare.ts";
import { lastRun } from "./run-tests.ts";
import { ROOT, runTool } from "./run-tool.ts";

const { values } = parseArgs({
  options: { times: { type: "string", default: "10" }, help: { type: "boolean", default: false } },
});
if (values.help) {
  console.log(`npm run test:stable [-- --times N]

  --times N  how many runs of the commit there are to be (10)
  --help     show this text

Prints one line a run, then each test that ever failed. Keeps the runs of a commit in .cache/stable. When you cancel it and
start it again, it continues with the next run. Exits with 1 when a test failed.`);
  process.exit(0);
}

await runCommand(async () => {
  const times = Number(values.times);
  if (!Number.isSafeInteger(times) || times < 1)
    throw new CommandError(`"${values.times}" is no number of runs. Try --help.`);
  if (git("status", "--porcelain") !== "")
    throw new CommandError("Runs are counted for a commit, and something is not committed: commit it first.");
  await prepare((message) => console.log(message));
  const commit = git("rev-parse", "--short", "HEAD");
  const folder = join(ROOT, ".cache/stable");
  mkdirSync(folder, { recursive: true });
  const stopped = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopped.abort());
  // Keeps one core busy. A thread ends with its process, however that ends.
  const busy = new Worker("for (;;);", { eval: true });

  console.log(
    `${commit}, ${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`,
  );
  const runs = await runAgain({
    times,
    log: join(folder, `${commit}.jsonl`),
    run: (number) => runOnce(join(folder, `${commit}-${number}.log`), stopped.signal),
    say: (line) => console.log(line),
  });
  await busy.terminate();
  console.log(summarize(runs));
  process.exit(runs.length === times && runs.every(({ failures }) => failures.length === 0) ? 0 : 1);
});

/**
 * Runs the tests once, in an order of their own.
 * @param logFile where their output goes
 * @returns undefined when the run was cancelled
 */
async function runOnce(logFile: string, stopped: AbortSignal): Promise<TestRun | undefined> {
  const seed = randomInt(1_000_000);
  const output = openSync(logFile, "w");
  const began = Date.now();
  const holds = await runTool("node", {
    // Started like any command, it ends when this process does.
    args: ["scripts/bootstrap.mjs", "scripts/test.ts", "--sequence.shuffle", `--sequence.seed=${seed}`],
    output,
  });
  closeSync(output);
  if (stopped.aborted) return undefined;
  const { passed, failures } = lastRun();
  if (!holds && failures.length === 0) failures.push(`something outside a test, see ${logFile}`);
  return { seed, seconds: Math.round((Date.now() - began) / 1000), passed, failures };
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: ROOT, encoding: "utf8" }).trim();
}
