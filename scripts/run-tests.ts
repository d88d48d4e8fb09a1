import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError } from "./lib/command-error.ts";
import { findProofTests, PROOF_TAG } from "./lib/proof-tests.ts";
import { makeRunFolder } from "./lib/run-folder.ts";
import { ROOT, runTool } from "./run-tool.ts";

export interface TestCount {
  passed: number;
  failed: number;
}

/** What of Vitest's JSON report is read here. Times are in milliseconds. */
interface Results {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    startTime: number;
    endTime: number;
    assertionResults: { fullName: string; status: string }[];
  }[];
}

/** These tests start browsers and many programs of their own, which need the processors themselves. */
const PROOF_WORKERS = Math.max(2, availableParallelism() - 1);

/** How many of the slowest files are named after each run, and beyond how many seconds every file is. */
const SLOWEST_FILES = 10;
const SLOW_SECONDS = 20;

const RESULTS = join(ROOT, ".cache/test-results.json");
/** In the folder of the run: the requests to other machines that were tried and refused, one a line. */
const REFUSED = "refused.log";

/**
 * Runs the tests, and everything they start, where only this machine can be reached. An attempt to reach another is
 * refused, and counts as a failure even if whoever made it did not mind.
 * @param args for Vitest: parts of paths, and options as `--name=value`; `--proof` runs the tests that have the tag instead
 *   of those that don't have it, `--all` runs both
 * @throws CommandError when there is nothing to run
 */
export async function runTests(args: string[]): Promise<TestCount> {
  rmSync(RESULTS, { force: true });
  const { holds, left, refused } = await runVitest("run", [
    "--reporter=json",
    `--outputFile.json=${RESULTS}`,
    ...selection(args),
  ]);
  const results = readResults();
  const count = { passed: results?.numPassedTests ?? 0, failed: results?.numFailedTests ?? 1 };
  if (results) for (const line of slowestFiles(results)) console.log(line);
  if (refused) {
    console.error(`Requests to other machines were tried and refused:\n${refused}`);
    count.failed++;
  }
  count.failed += left;
  // A run that breaks outside a test (a leaked server, an unhandled rejection) has failed, even when all tests passed.
  if (!holds && count.failed === 0) count.failed++;
  return count;
}

/** The result of the last run: how many tests passed, and the names of tests that failed and of files that failed outside a test. */
export function lastRun(): { passed: number; failures: string[] } {
  const { numPassedTests = 0, testResults = [] } = readResults() ?? {};
  const failures = testResults
    .filter(({ status }) => status === "failed")
    .flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter(({ status }) => status === "failed");
      const file = relative(ROOT, name);
      return tests.length > 0 ? tests.map(({ fullName }) => `${file} > ${fullName}`) : [file];
    });
  return { passed: numPassedTests, failures };
}

/** Runs the same tests, and after each change of a file those that it concerns, until somebody ends it. */
export async function watchTests(args: string[]): Promise<void> {
  await runVitest("watch", selection(args));
}

interface VitestRun {
  holds: boolean;
  /** How many processes were still running after it and had to be ended. */
  left: number;
  /** The requests to other machines that were tried and refused, one a line. */
  refused: string;
}

async function runVitest(command: "run" | "watch", args: string[]): Promise<VitestRun> {
  mkdirSync(join(ROOT, ".cache"), { recursive: true });
  const folder = await makeRunFolder({ inMemory: true, say: (line) => console.log(line) });
  const refusedLog = join(folder.path, REFUSED);
  const holds = await runTool("vitest", {
    args: [command, "--reporter=default", ...args],
    env: {
      NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, "scripts/loopback-guard.mjs")).href}`,
      LOOPBACK_GUARD_LOG: refusedLog,
      // npm would keep compiled code among the temporary files.
      NODE_DISABLE_COMPILE_CACHE: "1",
    },
  });
  const files = readdirSync(folder.path).filter((name) => name !== REFUSED);
  if (files.length > 0) console.log(`Removed what was left in the folder of the run: ${files.join(", ")}`);
  const refused = existsSync(refusedLog) ? readFileSync(refusedLog, "utf8") : "";
  return { holds, left: await folder.end(), refused };
}

/**
 * Vitest's arguments for the tests with the tag, without it, or all. A file without a test to run isn't started at all.
 * @throws CommandError when the tag is on no test of the paths given
 */
function selection(args: string[]): string[] {
  if (args.includes("--all")) return args.filter((arg) => arg !== "--all");
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

/** @returns undefined when Vitest did not get so far as to write them */
function readResults(): Results | undefined {
  return existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, "utf8")) as Results) : undefined;
}

/** The ten slowest files, and all others that take too long for tests that each change waits for. */
function slowestFiles({ testResults }: Results): string[] {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({
      name: relative(ROOT, name),
      seconds: (endTime - startTime) / 1000,
    }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const shown = files.filter(({ seconds }, index) => index < SLOWEST_FILES || seconds > SLOW_SECONDS);
  return [
    "The slowest files, in seconds:",
    ...shown.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${name}`),
  ];
}
