import type { StockMode } from "@prisma/client";
import type { Sku, VariantId } from "../../ids.ts";
import { NO_LOTS, unitsIn, type Lots } from "./lots.ts";

/**
 * What is known of one warehouse SKU, whichever variants use it: what both systems showed last, and the units that one of
 * them has let go and the other has not. Several variants of one SKU, and the kits it is part of, share this one balance.
 *
 * In `on_hand` mode the warehouse's stock falls when an order is packed and the store's on-hand quantity when it is
 * fulfilled, in either order. In `available` mode the warehouse reports what may be sold: its stock falls when it imports an
 * order, and the store's available quantity when the order is placed.
 */
export interface SkuBalance {
  /** Units in the warehouse, as last observed. */
  stock: number;
  /** Units that all inbounds have brought in good condition so far. */
  received: number;
  /** Left the store's quantity, and not the warehouse's yet. Nobody may buy them. */
  awaiting: Lots;
  /**
   * Left the store's quantity before the SKU counted it, and perhaps the warehouse's as well: nobody can tell. Nobody may buy them
   * either. A parcel is taken for them when nothing else waits for it and no order is open, so that those that had left already are
   * free when their time is over.
   */
  uncertain: Lots;
  /** Left the warehouse's stock, and not the store's quantity yet. Never beside `awaiting`. */
  departed: Lots;
  /** Left both within the grace period: a warehouse that takes units back may have unpacked these. */
  matched: Lots;
  /** Brought by receipts since others had left: so many of those that left may have come back. */
  returned: Lots;
  /** Came into the warehouse before the receipt that announces them was read. */
  early: Lots;
  /** In `available` mode: came back into the store's quantity, and not into the warehouse's yet. */
  cancelled: Lots;
}

/** One variant's part of a warehouse SKU. A kit has several; a duplicate listing shares one. */
export interface Component {
  sku: Sku;
  /** Units of the SKU in one unit of the variant, 1 or more. */
  units: number;
}

/** The store's quantities of one variant at the connected location. */
export interface StoreQuantities {
  onHand: number;
  available: number;
  committed: number;
}

/** What is known of one variant from the store's side. */
export interface VariantBaseline {
  /** As last observed, or as a write of ours has left them. */
  quantities: StoreQuantities;
  /** Units that the store's fulfillments at the location have taken so far; `undefined` where that is not known. */
  fulfilled: number | undefined;
  /** Units that left the on-hand quantity, and that no fulfillment read so far accounts for. */
  unconfirmed: Lots;
}

/** Variants and SKUs that are decided together: every variant of each SKU, and every SKU of each variant. */
export interface StockState {
  mode: StockMode;
  balances: ReadonlyMap<Sku, SkuBalance>;
  variants: ReadonlyMap<VariantId, VariantBaseline>;
}

/** The balance of an SKU seen for the first time: nothing is known to be on its way. */
export function firstBalance({ stock, received }: { stock: number; received: number }): SkuBalance {
  return {
    stock,
    received,
    awaiting: NO_LOTS,
    uncertain: NO_LOTS,
    departed: NO_LOTS,
    matched: NO_LOTS,
    returned: NO_LOTS,
    early: NO_LOTS,
    cancelled: NO_LOTS,
  };
}

/** Units that left the store's quantity, and perhaps not the warehouse's. */
export function unitsAwaiting({ awaiting, uncertain }: Pick<SkuBalance, "awaiting" | "uncertain">): number {
  return unitsIn(awaiting) + unitsIn(uncertain);
}

/** Adds up, for each SKU, what `unitsOf` says of each variant that uses it, in units of the SKU. */
export function unitsBySku<Variant extends { components: readonly Component[] }>(
  variants: readonly Variant[],
  unitsOf: (variant: Variant, sku: Sku) => number,
): Map<Sku, number> {
  const sums = new Map<Sku, number>();
  for (const variant of variants)
    for (const { sku, units } of variant.components)
      sums.set(sku, (sums.get(sku) ?? 0) + unitsOf(variant, sku) * units);
  return sums;
}
