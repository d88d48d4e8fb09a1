import type { InventoryItemId, Sku, VariantId } from "../../ids.ts";
import type { VariantTarget } from "../balance/decide-targets.ts";
import { NO_LOTS } from "../balance/lots.ts";
import { countedAfter, type CountedBySku } from "../balance/uncounted.ts";
import { bufferAt } from "../settings/decide-rules.ts";
import type { StockSettings } from "../settings/stock-settings.ts";
import { decideStock, otherMove, stockOfVariant, type StockRules } from "./decide-stock.ts";
import { partsOf, trackedQuantities, type DecidedTogether, type Together } from "./decide-together.ts";
import type { Mapped } from "./load-mapped.ts";
import type { OpenWrites } from "./open-writes.ts";
import { isSameFigures, type Look, type Remembered } from "./stock-looks.ts";

/** What was read, and why. */
export interface Readings extends Pick<
  Together,
  "mapped" | "warehouse" | "received" | "shop" | "shopReadAt"
> {
  settings: StockSettings;
  /** `Connection.stockEpoch` when the run began. */
  epoch: number;
  /** Items that Shopify did not show although it works: they are left out. */
  unread?: ReadonlySet<InventoryItemId>;
  /** An earlier round of the same run has observed the warehouse's stock. */
  isWarehouseObserved?: boolean;
  /** The fulfillments of all changed orders have been read since the store was. */
  isFulfilledSince?: boolean;
  /** The hint that made us look at an SKU; `null` when none did. */
  hintOf(sku: Sku): bigint | null;
}

/** What was found of a variant. */
export type FoundLook =
  | { is: "decided"; look: Look; movedByOther: number; warehouseMoved: number }
  /** Its quantities were observed, and nobody can say now what they should be. What was decided last stays. */
  | { is: "undecided"; look: Look; movedByOther: number }
  /** Its quantities could not be read, and SKUs may count more of it nevertheless. */
  | { is: "unread"; counted: CountedBySku };

export interface Finding {
  readings: Readings;
  rules: StockRules;
  remembered: ReadonlyMap<VariantId, Remembered>;
  openWrites: OpenWrites;
  before: Pick<Together, "baselines" | "bases">;
  decided: DecidedTogether;
}

/** What follows for a variant from what was read and decided. */
export function findLook(mapped: Mapped, about: Finding): FoundLook {
  const { readings, remembered, before, decided } = about;
  const { variantId, inventoryItemId } = mapped;
  const counted = countedOf(mapped, about);
  if (readings.unread?.has(inventoryItemId)) return { is: "unread", counted };
  const found = readWarehouseSide(mapped, readings);
  if (!found) return undecided(mapped, about);
  const shop = readings.shop.get(inventoryItemId) ?? null;
  const seen = remembered.get(variantId)?.look;
  const offer = decided.targets.variants.get(variantId);
  const { movedByOther, ...decision } = decideStock(
    {
      warehouseStock: found.warehouseStock,
      offered: offer?.target ?? 0,
      shop,
      before: before.bases.get(variantId) ?? before.baselines.get(variantId)?.quantities ?? null,
      underWay: about.openWrites.of(variantId).underWay,
    },
    about.rules,
  );
  // An SKU whose stock no store can show has no balance that could be decided from.
  if (!offer && decision.target !== null) return undecided(mapped, about);
  const baseline = decided.baselines.get(variantId);
  const look: Look = {
    ...decision,
    variantId,
    lookedAt: laterOf(seen?.lookedAt, readings.shopReadAt),
    warehouseReadAt: found.readAt,
    warehouseStock: found.warehouseStock,
    kept: (found.warehouseStock ?? 0) - (found.sellable ?? 0),
    held: offer ? heldOf(mapped, { offer, decided }) : 0,
    limitedBy: decision.target === null ? null : (offer?.limitedBy ?? null),
    fulfilled: baseline?.fulfilled ?? null,
    unconfirmed: baseline?.unconfirmed ?? NO_LOTS,
    counted,
    figures: shop?.figures ?? null,
    hintId: causeOf(mapped, { readings, known: seen, warehouseStock: found.warehouseStock }),
  };
  const warehouseMoved = seen ? (found.warehouseStock ?? 0) - (seen.warehouseStock ?? 0) : 0;
  return { is: "decided", look, movedByOther, warehouseMoved };
}

/**
 * What is kept of a variant that was observed: if it were observed as before once more, the same units would count twice. What was
 * decided of other quantities is not to be written.
 */
function undecided(mapped: Mapped, about: Finding): FoundLook {
  const { readings, remembered, before, decided } = about;
  const { variantId } = mapped;
  const counted = countedOf(mapped, about);
  const baseline = decided.baselines.get(variantId);
  const seen = remembered.get(variantId)?.look;
  if (!baseline) return { is: "unread", counted };
  const { quantities: figures, fulfilled = null, unconfirmed } = baseline;
  const then = before.bases.get(variantId) ?? before.baselines.get(variantId)?.quantities;
  const isDecidedOfOther =
    (seen?.verdict === "write" || seen?.verdict === "activate") && !isSameFigures(figures, seen.figures);
  const look: Look = {
    ...(seen ?? { ...NOTHING_DECIDED, variantId, warehouseReadAt: readings.shopReadAt }),
    ...(isDecidedOfOther && { verdict: null, target: null }),
    ...{ figures, fulfilled, unconfirmed, counted },
    lookedAt: laterOf(seen?.lookedAt, readings.shopReadAt),
  };
  return { is: "undecided", look, movedByOther: then ? otherMove(then, figures) : 0 };
}

const NOTHING_DECIDED = {
  ...{ verdict: null, target: null, warehouseStock: null },
  ...{ kept: 0, held: 0, limitedBy: null, hintId: null },
};

/** Where it was not observed, because it is not stocked or not tracked, SKUs count as before. */
function countedOf(mapped: Mapped, { readings, remembered, decided }: Finding): CountedBySku {
  const { variantId, inventoryItemId } = mapped;
  const isObserved =
    readings.unread?.has(inventoryItemId) || trackedQuantities(readings.shop.get(inventoryItemId));
  return countedAfter(remembered.get(variantId)?.counted, {
    components: partsOf(mapped),
    baseline: isObserved ? decided.baselines.get(variantId) : undefined,
    balances: decided.balances,
    at: readings.shopReadAt.getTime(),
  });
}

const laterOf = (one: Date | undefined, other: Date) => (one && one > other ? one : other);

/** In units of the variant. */
function heldOf(
  { components }: Mapped,
  { offer, decided }: { offer: VariantTarget; decided: DecidedTogether },
): number {
  const units = components.find(({ sku }) => sku === offer.limitedBy)?.quantity ?? 1;
  return Math.ceil((decided.targets.skus.get(offer.limitedBy)?.awaitingDispatch ?? 0) / units);
}

/** What made us look; or what had made us find, at an earlier look, the difference that still waits to be written. */
function causeOf(
  { components }: Mapped,
  about: { readings: Readings; known: Look | null | undefined; warehouseStock: number | null },
): bigint | null {
  const { readings, known, warehouseStock } = about;
  const hint = components.map(({ sku }) => readings.hintOf(sku)).find((id) => id !== null);
  if (hint !== undefined) return hint;
  const waits = known && known.verdict !== "equal" && known.warehouseStock === warehouseStock;
  return waits ? known.hintId : null;
}

interface WarehouseSide {
  /** In units of the variant; null when the warehouse does not know one of its SKUs. */
  warehouseStock: number | null;
  /** The same without the safety stock. */
  sellable: number | null;
  readAt: Date;
}

function readWarehouseSide(
  { components }: Mapped,
  { warehouse, settings, shopReadAt }: Readings,
): WarehouseSide | undefined {
  const parts = components.map(({ sku, quantity, buffer }) => {
    const stock = warehouse.get(sku)?.stock;
    return { quantity, stock, kept: bufferAt(settings, { own: buffer, now: shopReadAt }) };
  });
  const warehouseStock = stockOfVariant(parts);
  if (warehouseStock === undefined) return undefined;
  const sellable = stockOfVariant(
    parts.map(({ quantity, stock, kept }) => ({
      quantity,
      stock: typeof stock === "number" ? stock - kept : stock,
    })),
  );
  // What is put together from several readings is as old as the oldest.
  const times = components.map(({ sku }) => warehouse.get(sku)?.readAt ?? shopReadAt);
  return {
    warehouseStock,
    sellable: sellable ?? null,
    readAt: times.reduce((oldest, at) => (at < oldest ? at : oldest), shopReadAt),
  };
}
