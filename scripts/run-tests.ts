import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT, runTool } from "./run-tool.ts";

export interface TestCount {
  passed: number;
  failed: number;
}

const RESULTS = join(ROOT, ".cache/test-results.json");
const REFUSED = join(ROOT, ".cache/test-refused.log");

/**
 * Runs the tests, and everything they start, where only this machine can be reached. An attempt to reach another is
 * refused, and counts as a failure even if whoever made it did not mind.
 */
export async function runTests(args: string[]): Promise<TestCount> {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  for (const file of [RESULTS, REFUSED]) rmSync(file, { force: true });
  const ran = await runTool("vitest", {
    args: ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${RESULTS}`, ...args],
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, "scripts/loopback-guard.mjs")).href}`,
      LOOPBACK_GUARD_LOG: REFUSED,
    },
  });
  const count = countResults();
  if (existsSync(REFUSED)) {
    console.error(`Requests to other machines were tried and refused:\n${readFileSync(REFUSED, "utf8")}`);
    count.failed++;
  }
  // A run that breaks outside a test (a leaked server, an unhandled rejection) has failed, whatever the tests say.
  if (!ran && count.failed === 0) count.failed++;
  return count;
}

function countResults(): TestCount {
  if (!existsSync(RESULTS)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(RESULTS, "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  return { passed: numPassedTests, failed: numFailedTests };
}
