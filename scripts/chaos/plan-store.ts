import { ORDERED, type Sold } from "./goods.ts";
import type { Luck } from "./luck.ts";
import { planBehaviours } from "./plan-behaviours.ts";
import type { StorePlan } from "./story.ts";

/** How many stores have a warehouse that subtracts open orders itself. */
const AVAILABLE_SHARE = 0.3;
/** Variants in dry run while others are live. */
const SOME = 3;

/** How a store is set up, and how its warehouse behaves. */
export function planStore(luck: Luck): StorePlan {
  return {
    behaviours: planBehaviours(luck),
    mode: luck.chance(AVAILABLE_SHARE) ? "available" : "on_hand",
    live: luck.weighted<() => "all" | Sold[]>([
      [7, () => "all"],
      [2, () => [...new Set(Array.from({ length: SOME }, () => luck.pick(ORDERED)))]],
      [1, () => []],
    ])(),
  };
}
