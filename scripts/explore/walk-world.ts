import { appRule } from "./stock-rule.ts";
import { walk } from "./walk.ts";
import type { SmallWorld } from "./define-world.ts";

export interface WorldWalked {
  walks: number;
  decisions: number;
  /** What was wrong, with the seed and the steps that lead there; empty when the world holds. */
  findings: string[];
}

/** Steps of one walk. */
const WALK_LENGTH = 200;

/** Takes so many random ways through a large world, each of the next seed. */
export function walkWorld(
  { setting, options, expected }: SmallWorld,
  { seed, walks }: { seed: number; walks: number },
): WorldWalked {
  const rule = appRule(setting, { without: undefined, options });
  const sum: WorldWalked = { walks, decisions: 0, findings: [] };
  for (let at = seed; at < seed + walks; at++) {
    const { decisions, violation } = walk(
      { rule, setting, options },
      { seed: at, length: WALK_LENGTH, isExact: expected === "exact" },
    );
    sum.decisions += decisions;
    if (violation) sum.findings.push(`seed ${at}: ${violation.fault}: ${violation.trace.join(" · ")}`);
  }
  return sum;
}
