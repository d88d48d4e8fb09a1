import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CampaignResult, Observed } from "../../scripts/attack/campaign.ts";
import { splitCores } from "../../scripts/attack/cores.ts";
import { missedAims } from "../../scripts/attack/report.ts";
import { ROOT } from "../../scripts/run-tool.ts";

const observed = ({ healthz = 10, lag = 20 }): Observed => ({
  served: {
    slowestMs: { healthz, page: 900, event: 900 },
    asked: { healthz: 1, page: 1, event: 1 },
    failures: [],
  },
  measured: { eventLoopP99Ms: [5, lag, 6], memoryBytes: 200_000_000, usedBytes: [], openFiles: 50 },
});
const nobody = { stranger: {}, staff: {} };
const result = (attacked: Observed): CampaignResult => ({
  ...{ tried: nobody, crowds: {}, failures: [], held: { stranger: [], staff: [] } },
  worlds: [
    { idle: observed({}), attacked: observed({}) },
    { idle: observed({}), attacked },
  ],
});

test.each([
  [{ healthz: 200, lag: 200 }, []],
  [{ healthz: 201 }, ["slowest answer of /healthz: 201 ms, where 200 ms is the most"]],
  [{ lag: 201 }, ["event-loop delay, p99: 201 ms, where 200 ms is the most"]],
])("of the delays %j those that are too long are said", (delays, missed) => {
  expect(missedAims(result(observed(delays)))).toEqual(missed);
});

test.each([
  ["0,1", undefined],
  ["0-2", undefined],
  ["0-3", { app: "0,1", others: "2,3" }],
  ["1,3,5-7", { app: "1,3", others: "5,6,7" }],
])("of the processors %s the app has two, where two are left for everyone else", (list, shared) => {
  expect(splitCores(list)).toEqual(shared);
});

test("a process keeps to the processors it is moved to, with what it starts", () => {
  const script = `
    const { moveTo } = await import(${JSON.stringify(join(ROOT, "scripts/attack/cores.ts"))});
    const { execFileSync } = await import("node:child_process");
    moveTo(process.argv[1]);
    console.log(execFileSync(process.execPath, ["-p", "require('os').availableParallelism()"], { encoding: "utf8" }));`;
  const [, first = ""] = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync("/proc/self/status", "utf8"))!;
  const said = execFileSync(process.execPath, ["--input-type=module", "--eval", script, first], {
    encoding: "utf8",
  });
  expect(said.trim()).toBe("1");
});
