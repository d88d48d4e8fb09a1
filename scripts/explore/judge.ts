import { offered, type Setting } from "./small-world.ts";
import type { Decision } from "./run-steps.ts";

/** How a decision compares with what an all-knowing one would have been, of the same readings. */
export interface Judgment {
  /** Variants that show more than is there and unpromised. */
  over: number[];
  /** Variants that show less. */
  under: number[];
}

/** Judges on the cut: the warehouse as at its read, the store as at its read. */
export function judge({ targets, ...decision }: Decision, means: { setting: Setting }): Judgment {
  const ideals = idealTargets(decision, means);
  const shown = targets.flatMap((target, variant) =>
    target === undefined ? [] : [{ variant, units: Math.max(0, target) }],
  );
  const variantsOf = (some: typeof shown) => some.map(({ variant }) => variant);
  return {
    over: variantsOf(shown.filter(({ variant, units }) => units > ideals[variant]!)),
    under: variantsOf(shown.filter(({ variant, units }) => units < ideals[variant]!)),
  };
}

/** What each variant should show, of the same readings, if one knew which orders have left the warehouse. */
export function idealTargets(
  { world, stock, shown }: Pick<Decision, "world" | "stock" | "shown">,
  { setting }: { setting: Setting },
): number[] {
  const free = [...stock];
  const newer = shown.map(() => 0);
  // Something may have happened since the store was read.
  for (const { variant, statusAtRead, leftAtRead } of world.orders) {
    // What the store does not show yet has been subtracted by the warehouse, and will be by the store.
    if (statusAtRead === "none" && leftAtRead) newer[variant]! += 1;
    if (leftAtRead || (statusAtRead !== "open" && statusAtRead !== "fulfilled")) continue;
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
