import type { StockMode } from "@prisma/client";
import type { Sku } from "../../ids.ts";
import { unitsAwaiting, type SkuBalance, type StockState } from "./balance.ts";
import { dropOlder, takeOldest, unitsIn, type Lots } from "./lots.ts";

/** Units that nobody waits for any more; each is a decision that has to be shown. */
export interface Expired {
  awaiting: number;
  departed: number;
}

/** Times in milliseconds since 1970. */
interface Expiry {
  /** What was observed earlier has waited for longer than the grace period. */
  before: number;
  /** Receipts of what came in until then have been read, if there are any. */
  receiptsCountedUntil: number;
  /**
   * Of an SKU, what the store let go earlier would show as having left the warehouse, had it left within the grace period: its
   * stock and the receipts beside it have been read since.
   */
  awaitingBefore(sku: Sku): number;
}

/**
 * Drops what was observed before `before`, once both systems have been observed: a move that is observed now still finds an
 * old lot. In `available` mode a unit that is still committed is never released. What came in early stays as long as its receipt
 * may not have been read: a receipt that finds nothing early counts as a parcel. What awaits dispatch stays as long as its parcel
 * may not have been seen: one that is seen later would count as another order's.
 */
export function expireLots(
  { mode, ...state }: StockState,
  { promised, ...expiry }: Expiry & { promised: ReadonlyMap<Sku, number> },
): { state: StockState; expired: Map<Sku, Expired> } {
  const expired = new Map<Sku, Expired>();
  const balances = new Map<Sku, SkuBalance>();
  for (const [sku, balance] of state.balances) {
    const left = expireBalance(balance, {
      ...expiry,
      awaitingBefore: expiry.awaitingBefore(sku),
      promised: promised.get(sku) ?? 0,
      mode,
    });
    balances.set(sku, left);
    const awaiting = unitsAwaiting(balance) - unitsAwaiting(left);
    const departed = unitsIn(balance.departed) - unitsIn(left.departed);
    if (awaiting + departed > 0) expired.set(sku, { awaiting, departed });
  }
  const variants = new Map(
    [...state.variants].map(([variantId, baseline]) => [
      variantId,
      { ...baseline, unconfirmed: dropOlder(baseline.unconfirmed, expiry.before) },
    ]),
  );
  return { state: { mode, balances, variants }, expired };
}

function expireBalance(
  balance: SkuBalance,
  {
    before,
    receiptsCountedUntil,
    awaitingBefore,
    promised,
    mode,
  }: Omit<Expiry, "awaitingBefore"> & { awaitingBefore: number; promised: number; mode: StockMode },
): SkuBalance {
  const { awaiting } = balance;
  return {
    ...balance,
    awaiting:
      mode === "available"
        ? keepPromised(awaiting, { before: awaitingBefore, promised })
        : dropOlder(awaiting, awaitingBefore),
    uncertain: dropOlder(balance.uncertain, awaitingBefore),
    departed: dropOlder(balance.departed, before),
    matched: dropOlder(balance.matched, before),
    returned: dropOlder(balance.returned, before),
    early: dropOlder(balance.early, Math.min(before, receiptsCountedUntil)),
    cancelled: dropOlder(balance.cancelled, before),
  };
}

/** Lots within grace, and of the older ones the youngest, as long as they are promised. */
function keepPromised(lots: Lots, { before, promised }: { before: number; promised: number }): Lots {
  const all = unitsIn(lots);
  const kept = Math.max(unitsIn(dropOlder(lots, before)), Math.min(all, promised));
  return takeOldest(lots, all - kept).rest;
}
