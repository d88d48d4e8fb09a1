import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "./lib/command-error.ts";
import { findProofTests, PROOF_TAG } from "./lib/proof-tests.ts";
import { makeTestFolder } from "./lib/test-folder.ts";
import { ROOT, runTool } from "./run-tool.ts";

export interface TestCount {
  passed: number;
  failed: number;
}

/** These tests start browsers and many programs of their own, which need the processors themselves. */
const PROOF_WORKERS = Math.max(2, availableParallelism() - 1);

const RESULTS = join(ROOT, ".cache/test-results.json");
const REFUSED = join(ROOT, ".cache/test-refused.log");

/**
 * Runs the tests, and everything they start, where only this machine can be reached. An attempt to reach another is
 * refused, and counts as a failure even if whoever made it did not mind.
 * @param args for Vitest: parts of paths, and options as `--name=value`; `--proof` runs the tests that have the tag instead
 *   of those that don't have it
 * @throws CommandError when there is nothing to run
 */
export async function runTests(args: string[]): Promise<TestCount> {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  for (const file of [RESULTS, REFUSED]) rmSync(file, { force: true });
  const folder = makeTestFolder();
  const ran = await runTool("vitest", {
    args: [
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${RESULTS}`,
      ...selection(args),
    ],
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, "scripts/loopback-guard.mjs")).href}`,
      LOOPBACK_GUARD_LOG: REFUSED,
      TMPDIR: folder.path,
    },
  });
  folder.remove();
  const count = countResults();
  if (existsSync(REFUSED)) {
    console.error(`Requests to other machines were tried and refused:\n${readFileSync(REFUSED, "utf8")}`);
    count.failed++;
  }
  // A run that breaks outside a test (a leaked server, an unhandled rejection) has failed, whatever the tests say.
  if (!ran && count.failed === 0) count.failed++;
  return count;
}

/**
 * Vitest's arguments for the tests with the tag, or without it. A file without a test to run isn't started at all.
 * @throws CommandError when the tag is on no test of the paths given
 */
function selection(args: string[]): string[] {
  const { whole, some } = findProofTests(ROOT);
  if (!args.includes("--proof"))
    return [`--tags-filter=!${PROOF_TAG}`, ...whole.map((file) => `--exclude=${file}`), ...args];
  const options = args.filter((arg) => arg.startsWith("-") && arg !== "--proof");
  const paths = args.filter((arg) => !arg.startsWith("-"));
  const files = [...whole, ...some].filter(
    (file) => paths.length === 0 || paths.some((path) => file.includes(path)),
  );
  if (files.length === 0) throw new CommandError(`No test in ${paths.join(", ")} is part of the proof.`);
  return [`--tags-filter=${PROOF_TAG}`, `--maxWorkers=${PROOF_WORKERS}`, ...files, ...options];
}

function countResults(): TestCount {
  if (!existsSync(RESULTS)) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(RESULTS, "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  return { passed: numPassedTests, failed: numFailedTests };
}
