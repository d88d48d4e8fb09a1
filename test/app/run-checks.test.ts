import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runChecks } from "../../scripts/run-checks.ts";

const printed: string[] = [];

beforeEach(() => {
  vi.spyOn(console, "log").mockImplementation((line: string) => void printed.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  printed.length = 0;
});

const check = (name: string, code: string) => ({ name, tool: "node", args: ["--eval", code] });

test("checks that hold print a line each and nothing of what they say", async () => {
  const checks = [check("first", `console.log("all well")`), check("second", "")];
  expect(await runChecks(checks)).toEqual({ passed: 2, failed: 0 });
  expect(printed.map((line) => line.replace(/ \(.*\)$/, "")).toSorted()).toEqual(["✓ first", "✓ second"]);
});

test("how a check that fails begins is printed, however much it says", async () => {
  await runChecks([check("lint", `for (let n = 1; n <= 200; n++) console.log("wrong", n); process.exit(1)`)]);
  expect(printed.at(-1)).toMatch(/^\n✗ lint:\nwrong 1\nwrong 2\n/);
  expect(printed.at(-1)).not.toContain("wrong 100");
});

test("what the first check that fails says is printed last", async () => {
  const checks = [
    check("holds", ""),
    check("first", `console.error("wrong at line 7"); process.exit(1)`),
    check("second", `console.log("wrong too"); process.exit(2)`),
  ];
  expect(await runChecks(checks)).toEqual({ passed: 1, failed: 2 });
  expect(printed.slice(-2)).toEqual(["\n✗ second:\nwrong too\n", "\n✗ first:\nwrong at line 7\n"]);
});
