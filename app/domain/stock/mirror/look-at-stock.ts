import type { Connection } from "@prisma/client";
import type pg from "pg";
import { isAccountShared } from "../../connection/warehouse-account.ts";
import { goodsInWords } from "../../catalog/goods-in-words.ts";
import type { InventoryItemId, Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { comeBackWhenSettled } from "./come-back-when-settled.ts";
import { bufferAt, isWritten, rulesAt } from "../settings/decide-rules.ts";
import { loadFulfilled } from "../fulfillments/fulfilled-units.ts";
import { safetyStockOf } from "./safety-stock.ts";
import type { VariantBaseline } from "../balance/balance.ts";
import type { VariantTarget } from "../balance/decide-targets.ts";
import { NO_LOTS } from "../balance/lots.ts";
import { packingTimeAfter } from "../balance/packing-time.ts";
import { decideStock, figureOf, stockOfVariant, type ShopFigures, type StockRules } from "./decide-stock.ts";
import { baselineOf, decideTogether, type DecidedTogether, type Together } from "./decide-together.ts";
import { loadOrderedSince } from "./hot-set.ts";
import { groupsOf, skusOf, type Mapped } from "./load-mapped.ts";
import { loadOpenWrites, type OpenWrites } from "./open-writes.ts";
import {
  isSameBalance,
  loadBalances,
  oldestLotOf,
  saveBalances,
  type StoredBalance,
} from "./stock-balances.ts";
import { isSameLook, loadLooks, saveLooks, type Look, type Remembered } from "./stock-looks.ts";
import { withStockLock } from "./with-stock-lock.ts";
import type { StockSettings } from "../settings/stock-settings.ts";

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
  /** The same for all that are decided together. */
  group: number;
}

/**
 * Decides for variants what follows from what was read of both systems, and stores it together with the balances of their
 * SKUs. `mapped` holds whole groups (`loadWhole`). Nothing is written into the store. A variant with an SKU that could not be
 * read is left out: unknown is not zero. A move that neither we nor the store's orders made goes into the ledger under
 * somebody else's name.
 *
 * A sweep takes long and runs beside what events lead to: a group that an event has overtaken is left out, and what is found as
 * it was is not stored again, so that what is remembered is as old as the last look that found something new. Other looks at a
 * store's stock come one after the other.
 * @returns what was found, and `noted`: done when it is noted when to look again. To be waited for before a run ends, not sooner.
 * @throws StockReset
 */
export async function lookAtStock(
  ctx: ShopContext,
  readings: Readings,
  { inSweep = false }: { inSweep?: boolean } = {},
): Promise<{ looked: Looked[]; noted: Promise<unknown> }> {
  const openWrites = await loadOpenWrites(ctx);
  const { looked, others, dispatchSeenAt, hasLots } = await withStockLock(ctx, readings.epoch, (client) =>
    decideAndStore(ctx, { client, readings, openWrites, inSweep }),
  );
  const noted = Promise.all([
    dispatchSeenAt &&
      ctx.pool.query(
        // A sweep may have read the warehouse before a job that has stored more.
        `UPDATE "Connection" SET "dispatchSeenAt" = greatest("dispatchSeenAt", $2::timestamptz) WHERE "shop" = $1`,
        [ctx.shop, dispatchSeenAt],
      ),
    hasLots && comeBackWhenSettled(ctx, { isDispatchSeen: dispatchSeenAt !== null }),
  ]);
  noted.catch(() => undefined); // Thrown where it is waited for.
  await Promise.all([
    others.length > 0 && noteOthers(ctx, { settings: readings.settings, others }),
    !inSweep && openWrites.close(looked.map(({ look }) => look.variantId)),
  ]);
  return { looked, noted };
}

async function decideAndStore(
  ctx: ShopContext,
  about: { client: pg.PoolClient; readings: Readings; openWrites: OpenWrites; inSweep: boolean },
): Promise<{ looked: Looked[]; others: OtherMove[]; dispatchSeenAt: Date | null; hasLots: boolean }> {
  const { client, readings, openWrites, inSweep } = about;
  const { shop } = ctx;
  const stored = { shop, pool: client };
  const remembered = await loadLooks(
    stored,
    readings.mapped.map(({ variantId }) => variantId),
  );
  const known = await loadBalances(client, { shop, skus: skusOf(readings.mapped) });
  const groups = groupsOf(readings.mapped);
  const overtaken = inSweep ? findOvertaken({ readings, groups, remembered, known, openWrites }) : new Set();
  const mapped = readings.mapped.filter(({ variantId }) => !overtaken.has(groups.get(variantId)!));
  if (mapped.length === 0) return { looked: [], others: [], dispatchSeenAt: null, hasLots: false };
  const { rows } = await client.query<Pick<Connection, "dispatchSeenAt" | "fulfillmentsSince">>(
    `SELECT "dispatchSeenAt", "fulfillmentsSince" FROM "Connection" WHERE "shop" = $1`,
    [shop],
  );
  const { dispatchSeenAt = null, fulfillmentsSince = null } = rows[0] ?? {};
  const before = beforeOf(mapped, { readings, remembered, openWrites, fulfillmentsSince });
  const rules = rulesAt(readings.settings, readings.shopReadAt);
  const decided = decideTogether(
    {
      ...readings,
      mapped,
      ...before,
      isWarehouseObserved: readings.isWarehouseObserved ?? false,
      unread: readings.unread ?? new Set(),
      balances: new Map(skusOf(mapped).flatMap((sku) => (known.has(sku) ? [[sku, known.get(sku)!]] : []))),
      fulfilled: fulfillmentsSince
        ? await loadFulfilled(client, {
            shop,
            variantIds: mapped.map(({ variantId }) => variantId),
            readAt: readings.shopReadAt,
          })
        : new Map(),
      dispatchSeenAt,
    },
    {
      ...rules,
      safetyStock: safetyStockOf(mapped, { settings: readings.settings, now: readings.shopReadAt }),
      isAccountShared: await isAccountShared(stored),
    },
  );
  const others: OtherMove[] = [];
  const looked = mapped.flatMap((one): Looked[] => {
    const found = lookOf(one, { readings, rules, remembered, openWrites, before, decided });
    if (!found) return [];
    const { movedByOther, looked } = found;
    const since = remembered.get(one.variantId)?.look?.lookedAt;
    const { figures } = looked.look;
    // In dry run and on pause, another app may be the one that is to write.
    const isOurs = isWritten(readings.settings, looked);
    if (movedByOther !== 0 && figures && since && isOurs)
      others.push({ mapped: one, look: looked.look, figures, by: movedByOther, since });
    return [{ ...looked, group: groups.get(one.variantId)! }];
  });
  const looks = looked
    .map(({ look }) => look)
    .filter((look) => !inSweep || !isSameLook(look, remembered.get(look.variantId)?.look));
  await saveLooks(stored, looks);
  const balances = [...decided.balances].filter(
    ([sku, balance]) => !inSweep || !isSameBalance(balance, known.get(sku)),
  );
  await saveBalances(client, { shop, balances: new Map(balances) });
  await learnPackingTime(client, { shop, waits: decided.packingWaits });
  const hasLots = [...decided.balances.values()].some((balance) => oldestLotOf(balance) !== null);
  return { looked, others, dispatchSeenAt: decided.dispatchSeenAt, hasLots };
}

/** Under the store's lock: no other look learns meanwhile. */
async function learnPackingTime(
  client: pg.PoolClient,
  { shop, waits }: { shop: string; waits: readonly number[] },
): Promise<void> {
  if (waits.length === 0) return;
  const { rows } = await client.query<{ packingMinutes: number }>(
    `SELECT "packingMinutes" FROM "StockSettings" WHERE "shop" = $1`,
    [shop],
  );
  const [{ packingMinutes } = { packingMinutes: 0 }] = rows;
  await client.query(`UPDATE "StockSettings" SET "packingMinutes" = $2 WHERE "shop" = $1`, [
    shop,
    waits.reduce(packingTimeAfter, packingMinutes),
  ]);
}

/** Groups of which something was observed, or is being written, since the sweep read it. */
function findOvertaken(about: {
  readings: Readings;
  groups: ReadonlyMap<VariantId, number>;
  remembered: ReadonlyMap<VariantId, Remembered>;
  known: ReadonlyMap<Sku, StoredBalance>;
  openWrites: OpenWrites;
}): Set<number> {
  const { readings, groups, remembered, known, openWrites } = about;
  const overtaken = new Set<number>();
  for (const { variantId, components } of readings.mapped) {
    const lookedAt = remembered.get(variantId)?.look?.lookedAt;
    const isOlder = components.some(({ sku }) => {
      const readAt = readings.warehouse.get(sku)?.readAt;
      const observedAt = known.get(sku)?.stockReadAt;
      return readAt !== undefined && (readAt > readings.shopReadAt || (observedAt && observedAt > readAt));
    });
    if (isOlder || (lookedAt && lookedAt > readings.shopReadAt) || openWrites.of(variantId).isOpen)
      overtaken.add(groups.get(variantId)!);
  }
  return overtaken;
}

type Before = Pick<Together, "baselines" | "bases">;

function beforeOf(
  mapped: readonly Mapped[],
  about: {
    readings: Readings;
    remembered: ReadonlyMap<VariantId, Remembered>;
    openWrites: OpenWrites;
    fulfillmentsSince: Date | null;
  },
): Before {
  const baselines = new Map<VariantId, VariantBaseline>();
  const bases = new Map<VariantId, ShopFigures>();
  for (const { variantId, inventoryItemId } of mapped) {
    const look = about.remembered.get(variantId)?.look;
    if (!look?.figures) continue;
    // One that was found before counting began is compared with the whole count.
    const { fulfilled, lookedAt } = look;
    const isBefore = about.fulfillmentsSince !== null && lookedAt < about.fulfillmentsSince;
    baselines.set(
      variantId,
      baselineOf(look.figures, { ...look, fulfilled: fulfilled ?? (isBefore ? 0 : null) }),
    );
    const now = about.readings.shop.get(inventoryItemId)?.figures;
    const open = about.openWrites.of(variantId);
    if (now && open.isOpen) bases.set(variantId, open.before(look.figures, now));
  }
  return { baselines, bases };
}

/** @returns nothing where an SKU, or the store's quantities, could not be read */
function lookOf(
  mapped: Mapped,
  about: {
    readings: Readings;
    rules: StockRules;
    remembered: ReadonlyMap<VariantId, Remembered>;
    openWrites: OpenWrites;
    before: Before;
    decided: DecidedTogether;
  },
): { looked: Omit<Looked, "group">; movedByOther: number } | null {
  const { readings, remembered, before, decided } = about;
  const { variantId, inventoryItemId } = mapped;
  const found = readWarehouseSide(mapped, readings);
  if (!found || readings.unread?.has(inventoryItemId)) return null;
  const shop = readings.shop.get(inventoryItemId) ?? null;
  const known = remembered.get(variantId);
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
  if (!offer && decision.target !== null) return null;
  const since = known?.look && known.look.lookedAt > readings.shopReadAt ? known.look.lookedAt : null;
  const baseline = decided.baselines.get(variantId);
  const look: Look = {
    ...decision,
    variantId,
    lookedAt: since ?? readings.shopReadAt,
    warehouseReadAt: found.readAt,
    warehouseStock: found.warehouseStock,
    kept: (found.warehouseStock ?? 0) - (found.sellable ?? 0),
    held: offer ? heldOf(mapped, { offer, decided }) : 0,
    limitedBy: decision.target === null ? null : (offer?.limitedBy ?? null),
    fulfilled: baseline?.fulfilled ?? null,
    unconfirmed: baseline?.unconfirmed ?? NO_LOTS,
    figures: shop?.figures ?? null,
    hintId: causeOf(mapped, { readings, known: known?.look, warehouseStock: found.warehouseStock }),
  };
  const seen = known?.look;
  const warehouseMoved = seen ? (found.warehouseStock ?? 0) - (seen.warehouseStock ?? 0) : 0;
  const { live = false, zeroAllowed = false } = known ?? {};
  return { looked: { mapped, look, live, zeroAllowed, warehouseMoved }, movedByOther };
}

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
