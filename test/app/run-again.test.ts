import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { runAgain, summarize, type TestRun } from "../../scripts/lib/run-again.ts";

let log = "";
let said: string[] = [];
const say = (line: string) => void said.push(line);
const GREEN: TestRun = { seed: 7, seconds: 90, passed: 3, failures: [] };

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "dockline-run-again-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  log = join(folder, "a1b2c3.jsonl");
  said = [];
});

/** Makes these runs, one after the other. The next one is cancelled. */
function runs(...made: TestRun[]) {
  const numbers: number[] = [];
  return { numbers, run: async (number: number) => made[numbers.push(number) - 1] };
}

test("runs the tests as often as asked, with one line a run", async () => {
  const red = { ...GREEN, passed: 2, failures: ["a.test.ts > one"] };
  const { numbers, run } = runs(GREEN, red, GREEN);
  expect(await runAgain({ times: 2, log, run, say })).toEqual([GREEN, red]);
  expect(numbers).toEqual([1, 2]);
  expect(said).toEqual([
    "run 1: 3 passed, 0 failed in 1.5 min, seed 7",
    "run 2: 2 passed, 1 failed in 1.5 min, seed 7",
  ]);
});

test("continues with the cancelled run when it is started again", async () => {
  expect(await runAgain({ times: 3, log, run: runs(GREEN).run, say })).toEqual([GREEN]);
  const { numbers, run } = runs(GREEN, GREEN, GREEN);
  expect(await runAgain({ times: 3, log, run, say })).toHaveLength(3);
  expect(numbers).toEqual([2, 3]);
  expect(said.filter((line) => line.endsWith("(before)"))).toHaveLength(1);
});

test("leaves no log when its first run is cancelled", async () => {
  expect(await runAgain({ times: 3, log, run: runs().run, say })).toEqual([]);
  expect(existsSync(log)).toBe(false);
});

test("names each test that ever failed once, with its runs", () => {
  const red = (...failures: string[]) => ({ ...GREEN, failures });
  expect(summarize([red("a", "b"), GREEN, red("a")])).toBe(
    "failed in run 1, 3: a\nfailed in run 1: b\n1 of 3 runs green",
  );
  expect(summarize([GREEN, GREEN])).toBe("2 of 2 runs green");
});
