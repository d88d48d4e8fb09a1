import type { Doubt } from "./doubt.ts";
import { offeredOf, partsOf, quantitiesFor, type Kept, type Mode, type SkuName, type Sold } from "./rules.ts";
import { committedAt, freeAt, packedOpen, type Span, type Timeline, type Truth } from "./truth.ts";

/** What the app may have read of the truth. */
export interface Seen {
  stock(sku: SkuName): Span;
  store(sold: Sold): Span;
}

export interface Limits {
  least: number;
  most: number;
}

/**
 * The quantities that the store may show of a variant, judged on the cut: the warehouse as at its read, the store as at its
 * read. Without doubt, and with reads of one time each, there is one.
 */
export function limitsOf(
  sold: Sold,
  about: { timeline: Timeline; seen: Seen; doubt: Doubt; mode: Mode; kept: Kept },
): Limits {
  const { timeline, seen, doubt, mode, kept } = about;
  const warehouses = new Map(partsOf(sold).map(([sku]) => [sku, timeline.versionsIn(seen.stock(sku))]));
  const quantities = timeline.versionsIn(seen.store(sold)).flatMap((store) => {
    const freeIn = (sku: SkuName) =>
      warehouses.get(sku)!.map((warehouse) => freeAt(sku, { warehouse, store }));
    const rangeOf = (freeOf: (sku: SkuName) => number) =>
      quantitiesFor(mode, {
        offered: offeredOf(sold, { freeOf, kept }),
        committed: committedAt(sold, store),
      });
    return {
      least: rangeOf((sku) => Math.min(...freeIn(sku)) - underOf(sku, { ...about, store })).least,
      most: rangeOf((sku) => Math.max(...freeIn(sku)) + doubt.overOf(sku)).most,
    };
  });
  return {
    least: Math.min(...quantities.map(({ least }) => least)),
    most: Math.max(...quantities.map(({ most }) => most)),
  };
}

function underOf(sku: SkuName, { doubt, mode, store }: { doubt: Doubt; mode: Mode; store: Truth }): number {
  const ahead = mode === "on_hand" && doubt.mayBeShared(sku) ? packedOpen(sku, store) : 0;
  return doubt.underOf(sku) + ahead;
}
