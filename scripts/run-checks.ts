import { availableParallelism } from "node:os";
import type { TestCount } from "./run-tests.ts";
import { runToolAndHear } from "./run-tool.ts";

/** One of the installed command-line tools, and what it must say nothing against. */
export interface Check {
  name: string;
  tool: string;
  args: string[];
}

/**
 * Runs all checks in this order, as many at a time as there are processors. Prints a line for each when it has ended, and at
 * the end the first lines that each failing check printed: the first check last, because a reader of a log begins at its end.
 */
export async function runChecks(checks: readonly Check[]): Promise<TestCount> {
  const waiting = [...checks];
  const failures = new Map<Check, string>();
  const runWaiting = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = Date.now();
      const { holds, firstLines } = await runToolAndHear(check.tool, { args: check.args, show: false });
      if (!holds) failures.set(check, firstLines);
      console.log(`${holds ? "✓" : "✗"} ${check.name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, runWaiting));
  for (const check of checks.toReversed())
    if (failures.has(check)) console.log(`\n✗ ${check.name}:\n${failures.get(check)}\n`);
  return { passed: checks.length - failures.size, failed: failures.size };
}
