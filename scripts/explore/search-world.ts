import { search, type Fault, type SearchResult } from "./search.ts";
import { appRule } from "./stock-rule.ts";
import type { SmallWorld } from "./define-world.ts";

export interface WorldResult extends SearchResult {
  ms: number;
  /** What is not as expected; empty when the world holds. */
  findings: string[];
}

/** Searches one small world and holds the result against what is expected of it. */
export function searchWorld(world: SmallWorld, { statesMax }: { statesMax: number }): WorldResult {
  const { setting, options, without } = world;
  const limits = { ...world.search, statesMax };
  const began = performance.now();
  const result = search({ rule: appRule(setting, { without, options }), setting, options }, limits);
  return { ...result, ms: performance.now() - began, findings: findingsIn(world, result) };
}

const UNDER: readonly Fault[] = ["shows less than is free", "shows less than is free after a stale write"];
const OVER: Fault = "shows more than is free";

function findingsIn({ expected }: SmallWorld, { violations }: SearchResult): string[] {
  if (expected === "fails")
    return violations.length > 0 ? [] : ["nothing was found, so the search misses this mistake"];
  return violations.flatMap(({ fault, times, trace }) => {
    if (UNDER.includes(fault) && expected !== "exact") return [];
    if (fault === OVER && typeof expected === "object" && times <= expected.overAtMost) return [];
    return [`${fault} (${times} times): ${trace.join(" · ")}`];
  });
}
