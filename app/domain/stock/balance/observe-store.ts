import type { Sku, VariantId } from "../../ids.ts";
import {
  unitsBySku,
  type Component,
  type SkuBalance,
  type StockState,
  type StoreQuantities,
  type VariantBaseline,
} from "./balance.ts";
import { addUnits, keepOldest, NO_LOTS, takeOldest, takeYoungest, unitsIn, type Lots } from "./lots.ts";

/** What the store shows of one variant. */
export interface StoreObservation {
  variantId: VariantId;
  components: readonly Component[];
  quantities: StoreQuantities;
  /**
   * Units that the store's fulfillments at the location have taken so far, less those of cancelled fulfillments. Read before
   * the quantities: what is fulfilled in between then shows in the quantities, and is confirmed by the next observation.
   */
  fulfilled?: number;
  /** What a write of ours has left, where that is not what was observed last. */
  base?: StoreQuantities;
  /**
   * In `on_hand` mode, for each SKU whose balance does not count the variant up to now: the fulfilled units that the warehouse may
   * still have, in units of the SKU, with the times at which they were fulfilled.
   */
  uncounted?: ReadonlyMap<Sku, Lots>;
}

export interface StoreObserved {
  state: StockState;
  /** Units of SKUs that left the warehouse and that no order of this store has waited for, nor one that was cancelled now. */
  foreign: ReadonlyMap<Sku, number>;
}

/**
 * Explains by how much the store's quantities moved since they were observed last, and what of it the warehouse has let go.
 * The store is read after the warehouse, and all variants of a SKU at once. A write of ours is no move: its caller has put it
 * into `base` or into the state.
 */
export function observeStore(
  { mode, ...before }: StockState,
  { observations, at }: { observations: readonly StoreObservation[]; at: number },
): StoreObserved {
  const balances = new Map(before.balances);
  const variants = new Map(before.variants);
  const flows = observations.map((observation) => {
    const known = before.variants.get(observation.variantId);
    const flow =
      mode === "on_hand" ? flowOfFulfillments(known, observation) : flowOfOrders(known, observation);
    const baseline = baselineAfter(known, { observation, at, ...flow });
    variants.set(observation.variantId, baseline);
    return { ...observation, left: flow.left, unconfirmed: baseline.unconfirmed };
  });
  // One sum for each SKU: an order of one variant beside a cancelled one of another moves nothing.
  const left = unitsBySku(flows, (flow, sku) => (flow.uncounted?.has(sku) ? 0 : flow.left));
  for (const [sku, units] of left) {
    const balance = balances.get(sku);
    if (!balance) continue;
    if (units >= 0) balances.set(sku, explainDeparture(balance, { units, at }));
    else
      balances.set(
        sku,
        mode === "on_hand" ? reopen(balance, { units: -units, at }) : release(balance, { units: -units, at }),
      );
  }
  for (const { components, uncounted, unconfirmed } of flows)
    for (const { sku, units } of components) {
      const [balance, lots] = [balances.get(sku), uncounted?.get(sku)];
      if (!balance || !lots) continue;
      const others = unconfirmed.map((lot) => ({ units: lot.units * units, at: lot.at }));
      balances.set(sku, { ...balance, uncertain: [...lots, ...others].reduce(addUnits, balance.uncertain) });
    }
  const promised = unitsBySku(observations, ({ quantities }) => quantities.committed);
  const promisedBefore = unitsBySku(
    observations,
    (observation) => baseOf(observation, before)?.committed ?? 0,
  );
  const foreign = new Map<Sku, number>();
  for (const [sku, units] of promised) {
    const balance = balances.get(sku);
    if (!balance) continue;
    // What left the warehouse beyond what this store has promised was never this store's to let go.
    const credited = mode === "on_hand" ? keepOldest(balance.departed, units) : NO_LOTS;
    const dropped = unitsIn(balance.departed) - unitsIn(credited);
    if (dropped === 0) continue;
    // What is promised fell further than orders were fulfilled: some were cancelled, and the parcel may have been theirs.
    const cancelled = mode === "on_hand" ? promisedBefore.get(sku)! - left.get(sku)! - units : 0;
    const unexplained = Math.max(0, dropped - Math.max(0, cancelled));
    const dispatched = takeOldest(balance.uncertain, unexplained);
    balances.set(sku, {
      ...balance,
      departed: credited,
      uncertain: dispatched.rest,
      matched: addUnits(balance.matched, { units: dispatched.taken, at }),
    });
    if (unexplained > dispatched.taken) foreign.set(sku, unexplained - dispatched.taken);
  }
  return { state: { mode, balances, variants }, foreign };
}

/** The quantities from which moves of a variant are counted. */
function baseOf({ variantId, base }: StoreObservation, { variants }: Pick<StockState, "variants">) {
  return base ?? variants.get(variantId)?.quantities;
}

interface Flow {
  /** Units that left the store's quantity; negative when they came back into it. */
  left: number;
  /** Of the fulfilled units that were read now, those that an earlier fall of the quantity has shown already. */
  confirmed: number;
  /** Of what left, what no fulfillment accounts for yet. */
  unconfirmed: number;
}

/**
 * Fulfillments say what left, however much was restocked beside it; a cancelled one says what came back. Where the quantity
 * fell further, the rest counts as fulfilled too: the fulfillment may only not have been read yet. A rise without a
 * cancelled fulfillment is somebody's restock or correction.
 */
function flowOfFulfillments(
  known: VariantBaseline | undefined,
  { quantities, fulfilled, base = known?.quantities }: StoreObservation,
): Flow {
  if (!known || !base) return { left: 0, confirmed: 0, unconfirmed: 0 };
  const fell = base.onHand - quantities.onHand;
  if (fulfilled === undefined || known.fulfilled === undefined)
    return { left: Math.max(0, fell), confirmed: 0, unconfirmed: 0 };
  const since = fulfilled - known.fulfilled;
  const confirmed = Math.min(Math.max(0, since), unitsIn(known.unconfirmed));
  const accounted = since - confirmed;
  const left = Math.max(accounted, fell);
  return { left, confirmed, unconfirmed: left - accounted };
}

/**
 * An order raises what is committed, a cancelled one lowers it. One that was placed and fulfilled since the last read shows
 * only in what is on hand. Units that are set aside or restocked move neither.
 */
function flowOfOrders(
  known: VariantBaseline | undefined,
  { quantities, base = known?.quantities }: StoreObservation,
): Flow {
  if (!base) return { left: 0, confirmed: 0, unconfirmed: 0 };
  const ordered = quantities.committed - base.committed;
  const fell = Math.max(0, base.onHand - quantities.onHand);
  return { left: ordered + fell, confirmed: 0, unconfirmed: 0 };
}

function baselineAfter(
  known: VariantBaseline | undefined,
  {
    observation: { quantities, fulfilled = known?.fulfilled },
    confirmed,
    unconfirmed,
    at,
  }: { observation: StoreObservation; at: number } & Omit<Flow, "left">,
): VariantBaseline {
  const { rest } = takeOldest(known?.unconfirmed ?? NO_LOTS, confirmed);
  return { quantities, fulfilled, unconfirmed: addUnits(rest, { units: unconfirmed, at }) };
}

interface Move {
  units: number;
  at: number;
}

function explainDeparture(balance: SkuBalance, { units, at }: Move): SkuBalance {
  const dispatched = takeOldest(balance.departed, units);
  return {
    ...balance,
    departed: dispatched.rest,
    matched: addUnits(balance.matched, { units: dispatched.taken, at }),
    awaiting: addUnits(balance.awaiting, { units: units - dispatched.taken, at }),
  };
}

/**
 * Cancelled fulfillments, in `on_hand` mode: the orders are open again. What has been seen to leave the warehouse lately is ahead
 * again; what waited too long, or was fulfilled before counting began, may still be there, and what receipts brought since may have
 * come back.
 */
function reopen(balance: SkuBalance, { units, at }: Move): SkuBalance {
  // Whichever of them is open again, the others may wait as long as the youngest.
  const uncertain = takeOldest(balance.uncertain, units);
  const waiting = takeOldest(balance.awaiting, units - uncertain.taken);
  const open = units - uncertain.taken - waiting.taken;
  const returned = takeOldest(balance.returned, open);
  const away = unitsIn(balance.matched) - unitsIn(balance.returned);
  const dispatched = takeYoungest(balance.matched, Math.min(open - returned.taken, away));
  return {
    ...balance,
    awaiting: waiting.rest,
    uncertain: uncertain.rest,
    matched: dispatched.rest,
    returned: returned.rest,
    departed: addUnits(balance.departed, { units: dispatched.taken, at }),
  };
}

/** Cancelled orders, in `available` mode: what the warehouse has imported, it is to give back. */
function release(balance: SkuBalance, { units, at }: Move): SkuBalance {
  const released = takeOldest(balance.awaiting, units);
  return {
    ...balance,
    awaiting: released.rest,
    matched: addUnits(balance.matched, { units: released.taken, at }),
    cancelled: addUnits(balance.cancelled, { units: units - released.taken, at }),
  };
}
