import { goodsInWords } from "../../catalog/goods-in-words.ts";
import type { InventoryItemId, Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { comeBackWhenSettled } from "./come-back-when-settled.ts";
import { bufferAt, rulesAt } from "../settings/decide-rules.ts";
import {
  decideStock,
  figureOf,
  stockOfVariant,
  type ShopFigures,
  type StockReadings,
} from "./decide-stock.ts";
import { loadOrderedSince } from "./hot-set.ts";
import type { Mapped } from "./load-mapped.ts";
import { loadOpenWrites } from "./open-writes.ts";
import type { ShopReading } from "./read-shop-stock.ts";
import type { WarehouseReading } from "./read-warehouse-stock.ts";
import { isSameLook, loadLooks, saveLooks, type Look } from "./stock-looks.ts";
import type { StockSettings } from "../settings/stock-settings.ts";

/** What was read, and why. */
export interface Readings {
  settings: StockSettings;
  mapped: readonly Mapped[];
  warehouse: ReadonlyMap<Sku, WarehouseReading>;
  /** Items that are missing are gone from the shop. */
  shop: ReadonlyMap<InventoryItemId, ShopReading>;
  /** Items that Shopify did not show although it works: they are left out. */
  unread?: ReadonlySet<InventoryItemId>;
  /** When the shop was asked. */
  shopReadAt: Date;
  /** The hint that made us look at an SKU; `null` when none did. */
  hintOf(sku: Sku): bigint | null;
}

/** A variant with what was found of it. */
export interface Looked {
  mapped: Mapped;
  look: Look;
  live: boolean;
  zeroAllowed: boolean;
  /** By how much the warehouse's figure is another than at the last look. */
  warehouseMoved: number;
}

/**
 * Decides for variants what follows from what was read of both worlds, and remembers it. Nothing is written into the
 * shop. A variant whose goods could not be read is left out: unknown is not zero. A move that neither we nor the shop's
 * orders made goes into the ledger under somebody else's name.
 *
 * A sweep takes long and runs beside what hints lead to: one that a hint has overtaken is left out, and what is found as
 * it was is not written down again, so that what is remembered is as old as the last look that found something new. Other
 * looks at a shop's stock come one after the other, whatever the clocks of their workers say.
 */
export async function lookAtStock(
  ctx: ShopContext,
  readings: Readings,
  { inSweep = false }: { inSweep?: boolean } = {},
): Promise<Looked[]> {
  const ids = readings.mapped.map(({ variantId }) => variantId);
  const [remembered, openWrites] = await Promise.all([loadLooks(ctx, ids), loadOpenWrites(ctx)]);
  const rules = rulesAt(readings.settings, readings.shopReadAt);
  const others: OtherMove[] = [];
  const looked = readings.mapped.flatMap((mapped): Looked[] => {
    const found = readWarehouseSide(mapped, readings);
    if (!found || readings.unread?.has(mapped.inventoryItemId)) return [];
    const shop = readings.shop.get(mapped.inventoryItemId) ?? null;
    const known = remembered.get(mapped.variantId);
    const since = known?.look && known.look.lookedAt > readings.shopReadAt ? known.look.lookedAt : null;
    if (since && inSweep) return [];
    const open = openWrites.of(mapped.variantId);
    const before = open.before(known?.look, shop?.figures ?? null);
    const decided = decideStock({ ...found, shop, before, underWay: open.underWay }, rules);
    const { movedByOther, ...decision } = decided;
    const look: Look = {
      ...decision,
      variantId: mapped.variantId,
      lookedAt: since ?? readings.shopReadAt,
      warehouseReadAt: found.readAt,
      warehouseStock: found.warehouseStock,
      kept: (found.warehouseStock ?? 0) - (found.sellable ?? 0),
      figures: shop?.figures ?? null,
      hintId: causeOf(mapped, { readings, known: known?.look, warehouseStock: found.warehouseStock }),
    };
    if (movedByOther !== 0 && shop?.figures && known?.look)
      others.push({ mapped, look, figures: shop.figures, by: movedByOther, since: known.look.lookedAt });
    const warehouseMoved = before ? (found.warehouseStock ?? 0) - (before.warehouseStock ?? 0) : 0;
    const { live = false, zeroAllowed = false } = known ?? {};
    return [{ mapped, look, live, zeroAllowed, warehouseMoved }];
  });
  const looks = looked
    .map(({ look }) => look)
    .filter((look) => !inSweep || !isSameLook(look, remembered.get(look.variantId)?.look));
  await Promise.all([
    saveLooks(ctx, looks),
    others.length > 0 && noteOthers(ctx, { settings: readings.settings, others }),
    openWrites.close(looked.map(({ look }) => look.variantId)),
  ]);
  if (looked.some(({ look }) => look.held > 0)) await comeBackWhenSettled(ctx);
  return looked;
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

type WarehouseSide = Pick<StockReadings, "warehouseStock" | "sellable"> & { readAt: Date };

function readWarehouseSide(
  { components, sharing }: Mapped,
  { warehouse, settings, shopReadAt }: Readings,
): WarehouseSide | undefined {
  const parts = components.map(({ sku, quantity, buffer }) => {
    const stock = warehouse.get(sku)?.stock;
    return { quantity, stock, kept: bufferAt(settings, { own: buffer, now: shopReadAt }) };
  });
  const warehouseStock = stockOfVariant(parts, sharing);
  if (warehouseStock === undefined) return undefined;
  const sellable = stockOfVariant(
    parts.map(({ quantity, stock, kept }) => ({
      quantity,
      stock: typeof stock === "number" ? stock - kept : stock,
    })),
    sharing,
  );
  // What is put together from several readings is as old as the oldest.
  const times = components.map(({ sku }) => warehouse.get(sku)?.readAt ?? shopReadAt);
  return {
    warehouseStock,
    sellable: sellable ?? null,
    readAt: times.reduce((oldest, at) => (at < oldest ? at : oldest), shopReadAt),
  };
}

interface OtherMove {
  mapped: Mapped;
  look: Look;
  figures: ShopFigures;
  by: number;
  /** When it was last looked at. */
  since: Date;
}

/** What was ordered and fulfilled between two looks only falls, as when somebody has counted: then it is nobody else's. */
async function withoutOrders(ctx: ShopContext, others: readonly OtherMove[]): Promise<OtherMove[]> {
  const fell = others.filter(({ by }) => by < 0);
  if (fell.length === 0) return [...others];
  const asked = fell.map(({ mapped, since }) => ({ variantId: mapped.variantId, since }));
  const ordered = await loadOrderedSince(ctx, asked);
  return others.filter(({ mapped, by }) => by > 0 || !ordered.has(mapped.variantId));
}

async function noteOthers(
  ctx: ShopContext,
  { settings, others }: { settings: StockSettings; others: OtherMove[] },
): Promise<void> {
  const at = ctx.clock();
  const theirs = await withoutOrders(ctx, others);
  await ctx.db.ledgerEntry.createMany({
    data: theirs.map(({ mapped, look, figures, by }) => {
      const now = figureOf(figures, settings.mode);
      return {
        ...{ shop: ctx.shop, variantId: mapped.variantId, inventoryItemId: mapped.inventoryItemId },
        ...{ sku: goodsInWords(mapped.components), figure: settings.mode, outcome: "other" as const },
        ...{ warehouseStock: look.warehouseStock, warehouseReadAt: look.warehouseReadAt },
        ...{ shopFigure: now - by, shopReadAt: look.lookedAt, target: now, intendedAt: at, settledAt: at },
      };
    }),
  });
}
