import type { Connection } from "@prisma/client";
import type pg from "pg";
import { isAccountShared } from "../../connection/warehouse-account.ts";
import { goodsInWords } from "../../catalog/goods-in-words.ts";
import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { comeBackWhenSettled } from "./come-back-when-settled.ts";
import { graceMsOf, isWritten, rulesAt } from "../settings/decide-rules.ts";
import { loadFulfilled } from "../fulfillments/fulfilled-units.ts";
import { loadUncounted } from "../fulfillments/load-uncounted.ts";
import { mayWaitSince } from "../fulfillments/read-fulfillments.ts";
import { safetyStockOf } from "./safety-stock.ts";
import type { SkuBalance, VariantBaseline } from "../balance/balance.ts";
import { packingTimeAfter } from "../balance/packing-time.ts";
import { findUncounted, type CountedBySku } from "../balance/uncounted.ts";
import { findsJump, isSameUsual, usualAfter, type UsualStock } from "./decide-jump.ts";
import { figureOf, type ShopFigures } from "./decide-stock.ts";
import { baselineOf, decideTogether, partsOf, trackedQuantities, type Together } from "./decide-together.ts";
import { findLook, type Readings } from "./find-look.ts";
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
import {
  isSameCounted,
  isSameLook,
  loadLooks,
  saveCounted,
  saveLooks,
  saveUsual,
  type Look,
  type Remembered,
} from "./stock-looks.ts";
import { withStockLock } from "./with-stock-lock.ts";
import type { StockSettings } from "../settings/stock-settings.ts";

/** A variant with what was found of it. */
export interface Looked {
  mapped: Mapped;
  look: Look;
  live: boolean;
  usual: UsualStock | null;
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
 * @returns what was found; `unsure`: groups that have to be looked at again, once all fulfillments have been read since the store
 * was; and `noted`: done when it is noted when to look again. To be waited for before a run ends, not sooner.
 * @throws StockReset
 */
export async function lookAtStock(
  ctx: ShopContext,
  readings: Readings,
  { inSweep = false }: { inSweep?: boolean } = {},
): Promise<{ looked: Looked[]; unsure: Mapped[]; noted: Promise<unknown> }> {
  const openWrites = await loadOpenWrites(ctx);
  const { looked, observedIds, unsure, others, dispatchSeenAt, hasLots } = await withStockLock(
    ctx,
    readings.epoch,
    (client) => decideAndStore(ctx, { client, readings, openWrites, inSweep }),
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
    !inSweep && openWrites.close(observedIds),
  ]);
  return { looked, unsure, noted };
}

async function decideAndStore(
  ctx: ShopContext,
  about: { client: pg.PoolClient; readings: Readings; openWrites: OpenWrites; inSweep: boolean },
): Promise<{
  looked: Looked[];
  observedIds: VariantId[];
  unsure: Mapped[];
  others: OtherMove[];
  dispatchSeenAt: Date | null;
  hasLots: boolean;
}> {
  const { client, readings, openWrites, inSweep } = about;
  const { shop } = ctx;
  const stored = { shop, pool: client };
  const remembered = await loadLooks(
    stored,
    readings.mapped.map(({ variantId }) => variantId),
  );
  const known = await loadBalances(client, { shop, skus: skusOf(readings.mapped) });
  const groups = groupsOf(readings.mapped);
  const { rows } = await client.query<FulfillmentsKnown>(
    `SELECT "dispatchSeenAt", "fulfillmentsSince", "connectedAt" FROM "Connection" WHERE "shop" = $1`,
    [shop],
  );
  // It is there: its epoch has been compared.
  const connection = rows[0]!;
  const { dispatchSeenAt, fulfillmentsSince } = connection;
  const groupOf = ({ variantId }: Pick<Mapped, "variantId">) => groups.get(variantId)!;
  const before = beforeOf(readings, { remembered, openWrites, fulfillmentsSince });
  const { fulfilled, uncounted, unsureIds } = await loadCounted(client, {
    ...{ shop, readings, remembered, before, known, connection },
  });
  const unsureGroups = new Set(unsureIds.map((variantId) => groupOf({ variantId })));
  const unsure = readings.mapped.filter((one) => unsureGroups.has(groupOf(one)));
  const overtaken = inSweep ? findOvertaken({ readings, groups, remembered, known, openWrites }) : new Set();
  const mapped = readings.mapped.filter(
    (one) => !unsureGroups.has(groupOf(one)) && !overtaken.has(groupOf(one)),
  );
  if (mapped.length === 0)
    return { looked: [], observedIds: [], unsure, others: [], dispatchSeenAt: null, hasLots: false };
  const rules = rulesAt(readings.settings, readings.shopReadAt);
  const decided = decideTogether(
    {
      ...readings,
      mapped,
      ...before,
      isWarehouseObserved: readings.isWarehouseObserved ?? false,
      unread: readings.unread ?? new Set(),
      balances: new Map(skusOf(mapped).flatMap((sku) => (known.has(sku) ? [[sku, known.get(sku)!]] : []))),
      fulfilled,
      uncounted,
      dispatchSeenAt,
    },
    {
      ...rules,
      safetyStock: safetyStockOf(mapped, { settings: readings.settings, now: readings.shopReadAt }),
      isAccountShared: await isAccountShared(stored),
    },
  );
  const others: OtherMove[] = [];
  const looked: Looked[] = [];
  const observed: Look[] = [];
  const counts = new Map<VariantId, CountedBySku>();
  const usuals = new Map<VariantId, UsualStock>();
  for (const one of mapped) {
    const found = findLook(one, { readings, rules, remembered, openWrites, before, decided });
    const {
      live = false,
      usual: usualBefore = null,
      look: last = null,
      counted,
    } = remembered.get(one.variantId) ?? {};
    const usual = usualAfter(
      { usual: usualBefore, look: last },
      {
        stock: found.is === "decided" ? (found.look.warehouseStock ?? 0) : undefined,
        brought: broughtTo(one, { before: known, after: decided.balances }),
        at: readings.shopReadAt,
      },
    );
    if (usual && !isSameUsual(usual, usualBefore)) usuals.set(one.variantId, usual);
    if (found.is === "unread") {
      if (!isSameCounted(found.counted, counted)) counts.set(one.variantId, found.counted);
      continue;
    }
    const { movedByOther: by } = found;
    // Until it is confirmed, or no jump any more.
    const isStopped =
      last?.verdict === "stopped" && findsJump({ look: found.look, usual }, readings.settings);
    const look = isStopped ? { ...found.look, verdict: "stopped" as const } : found.look;
    // In dry run and on pause, another app may be the one that is to write.
    const isOurs = isWritten(readings.settings, { live });
    if (by !== 0 && look.figures && last && isOurs)
      others.push({ mapped: one, look, figures: look.figures, by, since: last.lookedAt });
    observed.push(look);
    if (found.is === "undecided") continue;
    const { warehouseMoved } = found;
    looked.push({ mapped: one, look, live, usual, warehouseMoved, group: groupOf(one) });
  }
  await saveLooks(
    stored,
    observed.filter((look) => !inSweep || !isSameLook(look, remembered.get(look.variantId)?.look)),
  );
  await saveUsual(stored, usuals);
  await saveCounted(stored, counts);
  const balances = [...decided.balances].filter(
    ([sku, balance]) => !inSweep || !isSameBalance(balance, known.get(sku)),
  );
  await saveBalances(client, { shop, balances: new Map(balances) });
  await learnPackingTime(client, { shop, waits: decided.packingWaits });
  const hasLots = [...decided.balances.values()].some((balance) => oldestLotOf(balance) !== null);
  const observedIds = observed.map(({ variantId }) => variantId);
  return { looked, observedIds, unsure, others, dispatchSeenAt: decided.dispatchSeenAt, hasLots };
}

/** Units that inbounds have brought between two observations of its SKUs, in units of the variant: as many as any of them allows. */
function broughtTo(
  { components }: Mapped,
  { before, after }: { before: ReadonlyMap<Sku, SkuBalance>; after: ReadonlyMap<Sku, SkuBalance> },
): number {
  const brought = components.map(({ sku, quantity }) => {
    const received = before.get(sku)?.received;
    if (received === undefined) return 0;
    // So that several receipts add up to as many as one.
    return Math.floor((after.get(sku)?.received ?? received) / quantity) - Math.floor(received / quantity);
  });
  return Math.max(...brought);
}

type FulfillmentsKnown = Pick<Connection, "dispatchSeenAt" | "fulfillmentsSince" | "connectedAt">;

interface LoadedCounted extends Pick<Together, "fulfilled" | "uncounted"> {
  /**
   * Variants that would be counted for the first time, and of which something may have been fulfilled between the reads of their
   * fulfillments and of their quantities: nobody could tell in which of the two it is.
   */
  unsureIds: VariantId[];
}

/** What fulfillments have taken, as far as it is counted. */
async function loadCounted(
  client: pg.PoolClient,
  about: {
    connection: FulfillmentsKnown;
    shop: string;
    readings: Readings;
    remembered: ReadonlyMap<VariantId, Remembered>;
    before: Before;
    known: ReadonlyMap<Sku, StoredBalance>;
  },
): Promise<LoadedCounted> {
  const { shop, connection, readings, remembered, before, known } = about;
  const { mapped, settings, shopReadAt: readAt } = readings;
  if (!connection.fulfillmentsSince) return { fulfilled: new Map(), uncounted: new Map(), unsureIds: [] };
  const variantIds = mapped.map(({ variantId }) => variantId);
  const fulfilled = await loadFulfilled(client, { shop, variantIds, readAt });
  const observed = (variantId: VariantId) => before.baselines.get(variantId)?.fulfilled;
  const skus = findUncounted({
    variants: mapped.flatMap((one) => {
      const isObserved = readings.unread?.has(one.inventoryItemId)
        ? observed(one.variantId) !== undefined
        : trackedQuantities(readings.shop.get(one.inventoryItemId));
      return isObserved ? { variantId: one.variantId, components: partsOf(one) } : [];
    }),
    observed,
    counted: (variantId) => remembered.get(variantId)?.counted,
    hasBalance: (sku) => known.has(sku),
  });
  const from = mayWaitSince(connection, { now: readAt, graceMs: graceMsOf(settings) });
  const uncounted = await loadUncounted(client, { shop, skus, fulfilled, from });
  const unsureIds = [...skus.keys()].filter((id) => !readings.isFulfilledSince || !fulfilled.has(id));
  return { fulfilled, uncounted, unsureIds };
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
  { mapped, shop }: Pick<Readings, "mapped" | "shop">,
  about: {
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
    const now = shop.get(inventoryItemId)?.figures;
    const open = about.openWrites.of(variantId);
    if (now && open.isOpen) bases.set(variantId, open.before(look.figures, now));
  }
  return { baselines, bases };
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
