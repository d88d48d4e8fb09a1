import type { StockMode } from "@prisma/client";
import type { Sku, VariantId } from "../../ids.ts";
import {
  unitsAwaiting,
  unitsBySku,
  type Component,
  type SkuBalance,
  type StoreQuantities,
} from "./balance.ts";
import { unitsIn } from "./lots.ts";

/** A variant of the decided SKUs, with the store's quantities at the connected location. */
export interface DecidedVariant {
  variantId: VariantId;
  components: readonly Component[];
  quantities: StoreQuantities;
}

export interface TargetRules {
  mode: StockMode;
  /** Units of each SKU that the merchant keeps unsold. */
  safetyStock(sku: Sku): number;
  /**
   * Whether units that left the warehouse count as an open order's. Not where the warehouse also ships for others: then they
   * may be theirs.
   */
  creditsDispatch(sku: Sku): boolean;
}

/** The terms from which one SKU's free units follow, in units of it. */
export interface SkuTerms {
  stock: number;
  /** Committed in the store, of all variants that use the SKU. */
  promised: number;
  awaitingDispatch: number;
  /** Of `promised`, what has left the warehouse. */
  dispatchedAhead: number;
  /** In the store, but in one of Shopify's unavailable states: damaged, reserved and the like. */
  unavailable: number;
  safetyStock: number;
  /** In the warehouse, and promised to nobody. Negative when more is promised than is there. */
  free: number;
}

export interface Targets {
  skus: ReadonlyMap<Sku, SkuTerms>;
  variants: ReadonlyMap<VariantId, VariantTarget>;
}

export interface VariantTarget {
  /** What the store should show in the mode's quantity, in units of the variant. */
  target: number;
  /** The component that allows least. */
  limitedBy: Sku;
}

/**
 * What the store should show of each variant. Both systems have been observed, and every variant of each SKU is there. A
 * variant with a SKU that has no balance is left out: unknown is not zero.
 *
 * Of one SKU `free = stock − awaiting dispatch − (promised − dispatched ahead)`. A variant offers what its scarcest component
 * allows beyond the safety stock, and a shortage is passed on as it is.
 */
export function decideTargets(
  balances: ReadonlyMap<Sku, SkuBalance>,
  variants: readonly DecidedVariant[],
  rules: TargetRules,
): Targets {
  const skus = termsOf(balances, variants, rules);
  const targets = new Map<VariantId, VariantTarget>();
  for (const { variantId, components, quantities } of variants) {
    let scarcest: { sku: Sku; units: number } | undefined;
    for (const { sku, units } of components) {
      const terms = skus.get(sku);
      if (!terms) {
        scarcest = undefined;
        break;
      }
      const offered = unitsOffered(terms, units);
      if (!scarcest || offered < scarcest.units) scarcest = { sku, units: offered };
    }
    if (!scarcest) continue;
    const target = targetOf(scarcest.units, { mode: rules.mode, quantities });
    targets.set(variantId, { target, limitedBy: scarcest.sku });
  }
  return { skus, variants: targets };
}

function termsOf(
  balances: ReadonlyMap<Sku, SkuBalance>,
  variants: readonly DecidedVariant[],
  { mode, safetyStock, creditsDispatch }: TargetRules,
): Map<Sku, SkuTerms> {
  const promisedOf = unitsBySku(variants, ({ quantities }) => quantities.committed);
  const unavailableOf = unitsBySku(variants, ({ quantities }) => unavailableIn(quantities));
  return new Map(
    [...balances].map(([sku, balance]): [Sku, SkuTerms] => {
      const promised = promisedOf.get(sku) ?? 0;
      const unavailable = unavailableOf.get(sku) ?? 0;
      const awaitingDispatch = unitsAwaiting(balance);
      const dispatchedAhead = creditsDispatch(sku) ? Math.min(unitsIn(balance.departed), promised) : 0;
      // A warehouse that reports what may be sold has subtracted the orders it knows.
      const open = mode === "on_hand" ? promised - dispatchedAhead : 0;
      const free = balance.stock - awaitingDispatch - open - unavailable;
      return [
        sku,
        {
          stock: balance.stock,
          promised,
          awaitingDispatch,
          dispatchedAhead,
          unavailable,
          safetyStock: safetyStock(sku),
          free,
        },
      ];
    }),
  );
}

/** What one SKU allows of a variant that takes so many `units` of it; negative when more is promised than is there. */
export function unitsOffered({ free, safetyStock }: SkuTerms, units: number): number {
  // The safety stock makes nothing look oversold that is not.
  if (free <= safetyStock) return Math.min(0, Math.floor(free / units));
  return Math.floor((free - safetyStock) / units);
}

function targetOf(
  offered: number,
  { mode, quantities }: { mode: StockMode; quantities: StoreQuantities },
): number {
  // Shopify takes no negative quantity: one that is below 0 already stays.
  if (mode === "available") return offered < 0 ? Math.min(0, quantities.available) : offered;
  return Math.max(0, offered + quantities.committed + unavailableIn(quantities));
}

/** Shopify counts damaged, reserved and similar units as on hand, and neither as available nor as committed. */
export function unavailableIn({ onHand, available, committed }: StoreQuantities): number {
  return Math.max(0, onHand - available - committed);
}
