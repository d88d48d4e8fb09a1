import type { Sku, VariantId } from "../../ids.ts";
import type { Component, VariantBaseline } from "./balance.ts";
import { keepYoungest, unitsIn, type Lots } from "./lots.ts";

/** How much of a variant an SKU's balance counts. */
export interface CountedUnits {
  /** Fulfilled units of the variant, in units of the SKU. */
  units: number;
  /** When the store's quantities were read that it counted last, in milliseconds since 1970. */
  at: number;
}

/** By SKU that a variant is or was mapped to. */
export type CountedBySku = ReadonlyMap<Sku, CountedUnits>;

/** An SKU that does not count a variant up to now: how many of its units the variant takes, and what it counts, if anything. */
export type Uncounted = Component & { count: CountedUnits | undefined };

/**
 * How much of a variant its SKUs count once it was observed. Those that it was mapped to before count what they did. Units that left
 * the store's quantity and that no fulfillment accounts for are no part of it: they may have been broken.
 * @param about.at when the store's quantities were read
 */
export function countedAfter(
  before: CountedBySku | undefined,
  about: {
    components: readonly Component[];
    baseline: Pick<VariantBaseline, "fulfilled"> | undefined;
    balances: ReadonlyMap<Sku, unknown>;
    at: number;
  },
): CountedBySku {
  const { components, baseline, balances, at } = about;
  const counted = new Map(before);
  const fulfilled = baseline?.fulfilled;
  if (fulfilled !== undefined)
    for (const { sku, units } of components)
      if (balances.has(sku)) counted.set(sku, { units: fulfilled * units, at });
  return counted;
}

/**
 * The SKUs that do not count a variant up to what was observed last, by variant: it was mapped to others then, or with other
 * quantities, or they have no balance.
 * @param about.observed how many of the variant's fulfilled units had been observed; `undefined` where that is not known
 */
export function findUncounted(about: {
  variants: readonly { variantId: VariantId; components: readonly Component[] }[];
  observed(variantId: VariantId): number | undefined;
  counted(variantId: VariantId): CountedBySku | undefined;
  hasBalance(sku: Sku): boolean;
}): Map<VariantId, Uncounted[]> {
  const { variants, observed, counted, hasBalance } = about;
  const found = new Map<VariantId, Uncounted[]>();
  for (const { variantId, components } of variants) {
    const fulfilled = observed(variantId);
    const counts = counted(variantId);
    const uncounted = components.flatMap(({ sku, units }) => {
      const count = hasBalance(sku) ? counts?.get(sku) : undefined;
      const isCounted = count && fulfilled !== undefined && count.units === fulfilled * units;
      return isCounted ? [] : { sku, units, count };
    });
    if (uncounted.length > 0) found.set(variantId, uncounted);
  }
  return found;
}

/**
 * What each SKU is to count of a variant now, in units of the SKU. Which of the units are still in the warehouse nobody can tell at
 * first sight, so all that were fulfilled within the grace period wait for dispatch. An SKU that has counted the variant before counts
 * what was fulfilled since, and at least as many as it does not count: what is cancelled hides nothing that was fulfilled since.
 * @param about.lots the variant's units that were fulfilled within the grace period
 * @param about.fulfilled all units that its fulfillments have taken since they are counted
 */
export function lotsToCount(
  skus: readonly Uncounted[],
  { lots, fulfilled }: { lots: Lots; fulfilled: number },
): Map<Sku, Lots> {
  return new Map(
    skus.map(({ sku, units: each, count }) => {
      const all = lots.map(({ units, at }) => ({ units: units * each, at }));
      if (!count) return [sku, all];
      const since = unitsIn(all.filter(({ at }) => at > count.at));
      return [sku, keepYoungest(all, Math.max(since, fulfilled * each - count.units))];
    }),
  );
}
