import { offered, type Setting } from "./small-world.ts";
import type { Decision, RunOptions } from "./run-steps.ts";

/** How a decision compares with what an all-knowing one would have been, of the same readings. */
export interface Judgment {
  /** Variants that show more than is there and unpromised. */
  over: number[];
  /** Variants that show less. */
  under: number[];
}

/** Judges on the cut: the warehouse as at its read, the store as at its read. */
export function judge(
  { targets, ...decision }: Decision,
  means: { setting: Setting; options: RunOptions },
): Judgment {
  const ideals = idealTargets(decision, means);
  const variants = [...targets.keys()];
  const shownOf = (target: number) => Math.max(0, target);
  return {
    over: variants.filter((variant) => shownOf(targets[variant]!) > ideals[variant]!),
    under: variants.filter((variant) => shownOf(targets[variant]!) < ideals[variant]!),
  };
}

/** What each variant should show, of the same readings, if one knew which orders have left the warehouse. */
export function idealTargets(
  { world, stock, shown }: Pick<Decision, "world" | "stock" | "shown">,
  { setting, options }: { setting: Setting; options: RunOptions },
): number[] {
  // Something may have happened since the store was read.
  const isStoreOlder = options.reads === "store, stock" || options.fulfillments === "after";
  const free = [...stock];
  const newer = shown.map(() => 0);
  for (const { variant, status, statusAtRead, leftAtRead } of world.orders) {
    const statusThen = isStoreOlder ? statusAtRead : status;
    // What the store does not show yet has been subtracted by the warehouse, and will be by the store.
    if (statusThen === "none" && leftAtRead) newer[variant]! += 1;
    if (leftAtRead || (statusThen !== "open" && statusThen !== "fulfilled")) continue;
    for (const [sku, units] of setting.variants[variant]!.entries()) free[sku]! -= units;
  }
  for (const [variant, { unavailable }] of shown.entries())
    for (const [sku, units] of setting.variants[variant]!.entries()) free[sku]! -= units * unavailable;
  return setting.variants.map((needs, variant) => {
    const { committed, unavailable } = shown[variant]!;
    const offer = offered(free, needs, setting.safetyStock) + newer[variant]!;
    return Math.max(0, setting.mode === "on_hand" ? offer + committed + unavailable : offer);
  });
}
