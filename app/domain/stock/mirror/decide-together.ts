import { CHANGES_LAG_MS } from "../../inbounds/changes-since.ts";
import type { InventoryItemId, Sku, VariantId } from "../../ids.ts";
import { unitsBySku, type Component, type StockState, type VariantBaseline } from "../balance/balance.ts";
import { decideTargets, type DecidedVariant, type Targets } from "../balance/decide-targets.ts";
import { expireLots } from "../balance/expire-lots.ts";
import { NO_LOTS, type Lots } from "../balance/lots.ts";
import { observeStore, type StoreObservation } from "../balance/observe-store.ts";
import { waitsOf } from "../balance/packing-time.ts";
import { moveSince, observeWarehouse } from "../balance/observe-warehouse.ts";
import type { Received } from "../receipts/read-receipts.ts";
import { isAbsurd, type ShopFigures, type StockRules } from "./decide-stock.ts";
import type { Mapped } from "./load-mapped.ts";
import type { ShopReading } from "./read-shop-stock.ts";
import type { WarehouseReading } from "./read-warehouse-stock.ts";
import { isSharedAt, type StoredBalance } from "./stock-balances.ts";

/** Variants that are decided together, with what was read of both systems and what was known before. */
export interface Together {
  mapped: readonly Mapped[];
  /** SKUs that could not be read are missing. */
  warehouse: ReadonlyMap<Sku, WarehouseReading>;
  /** An earlier round of this run has observed `warehouse` already: the same move must not be counted twice. */
  isWarehouseObserved: boolean;
  /** What inbounds had brought before the stock was read. */
  received: Received;
  /** Items that are missing are gone from the store. */
  shop: ReadonlyMap<InventoryItemId, ShopReading>;
  /** Items that could not be read. */
  unread: ReadonlySet<InventoryItemId>;
  shopReadAt: Date;
  balances: ReadonlyMap<Sku, StoredBalance>;
  baselines: ReadonlyMap<VariantId, VariantBaseline>;
  /** The quantities of variants that a write without an answer may have changed. */
  bases: ReadonlyMap<VariantId, ShopFigures>;
  /** Units that fulfillments at the location had taken before the store's quantities were read. */
  fulfilled: ReadonlyMap<VariantId, number>;
  /** Of these, what SKUs do not count yet, in units of the SKU. */
  uncounted: ReadonlyMap<VariantId, ReadonlyMap<Sku, Lots>>;
  /** When units were last seen to leave the warehouse. */
  dispatchSeenAt: Date | null;
}

export interface TogetherRules extends Pick<StockRules, "mode" | "graceMs"> {
  /**
   * Others sell from the store's warehouse stock too: units that left the warehouse may have been theirs, and are credited to no
   * order of this store.
   */
  isAccountShared?: boolean;
  /** Units of an SKU that the merchant keeps unsold. */
  safetyStock(sku: Sku): number;
}

export interface DecidedTogether {
  balances: ReadonlyMap<Sku, StoredBalance>;
  baselines: ReadonlyMap<VariantId, VariantBaseline>;
  /** Variants with an SKU that could not be read, or of which not all orders are known, are missing. */
  targets: Targets;
  /** When the warehouse was read that units were now seen to leave; `null` when none were. */
  dispatchSeenAt: Date | null;
  /** How long units that left the warehouse now had waited for it, in minutes, lot by lot. */
  packingWaits: readonly number[];
}

/** An SKU that left the warehouse for others counts as shared with them for this long, in milliseconds. */
const SHARED_MS = 14 * 24 * 60 * 60 * 1000;

/** The rule of `../balance` applied to one reading of both systems: observe the warehouse, observe the store, expire, decide. */
export function decideTogether(together: Together, rules: TogetherRules): DecidedTogether {
  const { mapped, shopReadAt } = together;
  const warehouse = observeSkus(together, rules);
  const observations = observationsOf(together);
  const at = shopReadAt.getTime();
  const known: StockState = {
    mode: rules.mode,
    balances: warehouse.balances,
    variants: together.baselines,
  };
  const observed = observeStore(known, { observations, at });
  const promised = unitsBySku(observations, ({ quantities }) => quantities.committed);
  const dispatchSeenAt = warehouse.dispatchSeenAt ?? together.dispatchSeenAt;
  // While the warehouse ships nothing (a weekend), nothing expires. A parcel is no shipment after itself.
  const before = Math.min(at - rules.graceMs, dispatchSeenAt?.getTime() ?? 0);
  const receiptsReadAt = together.received.readAt?.getTime() ?? 0;
  const expiry = {
    before,
    receiptsCountedUntil: receiptsReadAt - CHANGES_LAG_MS,
    awaitingBefore(sku: Sku): number {
      const stockReadAt = warehouse.balances.get(sku)!.stockReadAt.getTime();
      return Math.min(before, Math.min(receiptsReadAt, stockReadAt) - rules.graceMs);
    },
    promised,
  };
  const { state, expired } = expireLots(observed.state, expiry);
  const unknown = skusWithUnknownOrders(together);
  const balances = new Map<Sku, StoredBalance>();
  for (const [sku, { stockReadAt, firstSeenAt, sharedUntil }] of warehouse.balances) {
    const foreign = (observed.foreign.get(sku) ?? 0) + (expired.get(sku)?.departed ?? 0);
    // What an order took that was fulfilled before the SKU was first observed looks the same.
    const isShared = foreign > 0 && !unknown.has(sku) && at - firstSeenAt.getTime() > rules.graceMs;
    balances.set(sku, {
      ...state.balances.get(sku)!,
      stockReadAt,
      firstSeenAt,
      sharedUntil: isShared ? new Date(at + SHARED_MS) : sharedUntil,
    });
  }
  const quantitiesOf = new Map(observations.map(({ variantId, quantities }) => [variantId, quantities]));
  const variants = mapped.map((one): DecidedVariant => ({
    variantId: one.variantId,
    components: partsOf(one),
    quantities: quantitiesOf.get(one.variantId) ?? { onHand: 0, available: 0, committed: 0 },
  }));
  const isKnown = ({ sku }: Component) => {
    const reading = together.warehouse.get(sku);
    return reading !== undefined && !isAbsurd(reading.stock) && !unknown.has(sku);
  };
  const decided = decideTargets(balances, variants, {
    ...rules,
    creditsDispatch: (sku) => !rules.isAccountShared && !isSharedAt(balances.get(sku), shopReadAt),
  });
  return {
    balances,
    baselines: state.variants,
    targets: {
      ...decided,
      variants: new Map(
        variants.flatMap(({ variantId, components }) => {
          const target = decided.variants.get(variantId);
          return target && components.every(isKnown) ? [[variantId, target] as const] : [];
        }),
      ),
    },
    dispatchSeenAt: warehouse.dispatchSeenAt,
    packingWaits: warehouse.packingWaits,
  };
}

export const partsOf = ({ components }: Pick<Mapped, "components">): Component[] =>
  components.map(({ sku, quantity }) => ({ sku, units: quantity }));

function observeSkus(
  { mapped, warehouse, isWarehouseObserved, received, balances: known }: Together,
  { graceMs }: Pick<TogetherRules, "graceMs">,
): {
  balances: Map<Sku, StoredBalance>;
  dispatchSeenAt: Date | null;
  packingWaits: number[];
} {
  const balances = new Map(known);
  if (isWarehouseObserved) return { balances, dispatchSeenAt: null, packingWaits: [] };
  const leftAt: Date[] = [];
  const packingWaits: number[] = [];
  for (const sku of new Set(mapped.flatMap(({ components }) => components.map((part) => part.sku)))) {
    const reading = warehouse.get(sku);
    const before = known.get(sku);
    // One that was observed later is right already: reading and observing are not one step.
    if (!reading || isAbsurd(reading.stock) || (before && before.stockReadAt > reading.readAt)) continue;
    const { readAt } = reading;
    const observation = {
      stock: reading.stock ?? 0,
      received: received.units.get(sku) ?? 0,
      at: readAt.getTime(),
      isNew: before !== undefined && readAt.getTime() - before.firstSeenAt.getTime() <= graceMs,
    };
    const left = before ? moveSince(before, observation).left : 0;
    if (before && left > 0) {
      leftAt.push(readAt);
      packingWaits.push(...waitsOf(before.awaiting, { units: left, at: observation.at }));
    }
    balances.set(sku, {
      ...observeWarehouse(before, observation),
      stockReadAt: readAt,
      firstSeenAt: before?.firstSeenAt ?? readAt,
      sharedUntil: before?.sharedUntil ?? null,
    });
  }
  const dispatchSeenAt = leftAt.reduce<Date | null>(
    (latest, at) => (latest && latest > at ? latest : at),
    null,
  );
  return { balances, dispatchSeenAt, packingWaits };
}

/** What is observed of a variant; nothing of one that the store doesn't count. */
export const trackedQuantities = (reading: ShopReading | null | undefined): ShopFigures | null =>
  reading?.tracked ? reading.figures : null;

function observationsOf(together: Together): StoreObservation[] {
  const { mapped, shop, unread, baselines, bases, fulfilled, uncounted } = together;
  return mapped.flatMap((one): StoreObservation[] => {
    const { variantId, inventoryItemId } = one;
    const parts = { variantId, components: partsOf(one) };
    const known = baselines.get(variantId);
    const lots = uncounted.get(variantId);
    // What its customers were promised last counts until it can be read.
    if (unread.has(inventoryItemId))
      return known
        ? [{ ...parts, quantities: known.quantities, ...fulfilledOf(known.fulfilled), ...uncountedOf(lots) }]
        : [];
    const quantities = trackedQuantities(shop.get(inventoryItemId));
    if (!quantities) return [];
    const base = bases.get(variantId);
    return [
      {
        ...parts,
        quantities,
        ...fulfilledOf(fulfilled.get(variantId) ?? known?.fulfilled),
        ...(base && { base }),
        ...uncountedOf(lots),
      },
    ];
  });
}

/** SKUs of items that could not be read, now or ever: nobody knows how many units of them are promised. */
function skusWithUnknownOrders({ mapped, unread, baselines }: Together): Set<Sku> {
  const never = mapped.filter(
    ({ variantId, inventoryItemId }) => unread.has(inventoryItemId) && !baselines.has(variantId),
  );
  return new Set(never.flatMap(({ components }) => components.map(({ sku }) => sku)));
}

const fulfilledOf = (fulfilled: number | undefined) => (fulfilled === undefined ? {} : { fulfilled });
const uncountedOf = (uncounted: StoreObservation["uncounted"]) => (uncounted ? { uncounted } : {});

/** The baseline of a variant from what is stored of it. */
export function baselineOf(
  quantities: ShopFigures,
  {
    fulfilled,
    unconfirmed,
  }: { fulfilled: number | null; unconfirmed: VariantBaseline["unconfirmed"] | null },
): VariantBaseline {
  return { quantities, fulfilled: fulfilled ?? undefined, unconfirmed: unconfirmed ?? NO_LOTS };
}
