import { appendFileSync, existsSync, readFileSync } from "node:fs";

/** One run of the tests. */
export interface TestRun {
  /** Names the order: `npm test -- --sequence.shuffle --sequence.seed=<seed>` repeats it. */
  seed: number;
  seconds: number;
  passed: number;
  /** The names of those that failed. */
  failures: string[];
}

/**
 * Runs the tests until `log` holds `times` runs. `log` is a file with one run a line. Runs from before count.
 * @param options.run makes the run with this number, from 1. It resolves with undefined when the run was cancelled. No run follows.
 * @param options.say takes one line a run
 * @returns all runs in the log
 */
export async function runAgain({
  times,
  log,
  run,
  say,
}: {
  times: number;
  log: string;
  run(number: number): Promise<TestRun | undefined>;
  say(line: string): void;
}): Promise<TestRun[]> {
  const runs = existsSync(log) ? readRuns(log) : [];
  for (const [index, one] of runs.entries()) say(`${describe(one, index)} (before)`);
  while (runs.length < times) {
    const one = await run(runs.length + 1);
    if (!one) break;
    appendFileSync(log, `${JSON.stringify(one)}\n`);
    say(describe(one, runs.length));
    runs.push(one);
  }
  return runs;
}

/** What all runs show together: how many were green, and each test that ever failed with the runs it failed in. */
export function summarize(runs: TestRun[]): string {
  const green = runs.filter(({ failures }) => failures.length === 0).length;
  const failedIn = Map.groupBy(
    runs.flatMap(({ failures }, index) => failures.map((test) => ({ test, run: index + 1 }))),
    ({ test }) => test,
  );
  return [
    ...[...failedIn].map(([test, ran]) => `failed in run ${ran.map(({ run }) => run).join(", ")}: ${test}`),
    `${green} of ${runs.length} runs green`,
  ].join("\n");
}

function readRuns(log: string): TestRun[] {
  return readFileSync(log, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as TestRun);
}

function describe({ seed, seconds, passed, failures }: TestRun, index: number): string {
  const minutes = (seconds / 60).toFixed(1);
  return `run ${index + 1}: ${passed} passed, ${failures.length} failed in ${minutes} min, seed ${seed}`;
}
