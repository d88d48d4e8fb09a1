import type { StockSweep } from "@prisma/client";
import type { BulkResult } from "../../../shopify/bulk.ts";
import type { Joined } from "../../connection/load-connection.ts";
import { countWaiting } from "../../events/waiting-hints.ts";
import type { InventoryItemId, Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { groupsOf, loadWhole, skusOf, type Mapped } from "../mirror/load-mapped.ts";
import { lookAtStock, type Looked } from "../mirror/look-at-stock.ts";
import { movesIn } from "../mirror/mirror-stock.ts";
import { noteAbsurd } from "../mirror/note-absurd.ts";
import type { ShopReading } from "../mirror/read-shop-stock.ts";
import type { WarehouseReading } from "../mirror/read-warehouse-stock.ts";
import { differs } from "../mirror/stock-looks.ts";
import { loadReceived, loadReceivedSince } from "../receipts/read-receipts.ts";
import { loadStockSettings, type StockSettings } from "../settings/stock-settings.ts";
import type { Comparison } from "./note-comparison.ts";
import { readBlocks } from "./read-blocks.ts";
import { advanceSweep } from "./sweep-rows.ts";

/** Items looked at together: a look of few asks the database as often as one of some hundred. */
const LOOKED_AT_ONCE = 500;
/** How often is written down how far it is, and looked whether it was called off, in milliseconds. */
const SAY_EVERY_MS = 200;

/**
 * Compares what both systems showed: the store in its `result`, the warehouse in our memory of its list, which was read before.
 * What differs is remembered. Variants that share an SKU are decided together, once all of them have been seen.
 * @returns `null` when it was called off.
 */
export async function compareAll(
  ctx: ShopContext,
  {
    sweep,
    connection,
    result,
    isFulfilledSince,
  }: { sweep: Gathered; connection: Joined; result: BulkResult; isFulfilledSince: boolean },
): Promise<Comparison | null> {
  const settings = await loadStockSettings(ctx);
  const about = { sweep, isFulfilledSince, connection, settings };
  const total: Comparison = { compared: 0, differing: 0, missed: { more: 0, less: 0 } };
  // Hints that are still waiting explain what they will be found to explain.
  const waiting = await countWaiting(ctx);
  const add = (looked: readonly Looked[]) => {
    total.compared += looked.length;
    total.differing += looked.filter(({ look }) => differs(look)).length;
    if (waiting > 0) return;
    const { more, less } = movesIn(looked);
    total.missed.more += more;
    total.missed.less += less;
  };
  const later: ShopReadings = new Map();
  const lookAt = async (shop: ShopReadings) => {
    const mapped = await loadWhole(ctx, { items: [...shop.keys()] });
    const isSeen = whollyIn(shop, mapped);
    for (const one of mapped) {
      const reading = shop.get(one.inventoryItemId);
      if (reading && !isSeen(one)) later.set(one.inventoryItemId, reading);
    }
    add(await look(ctx, { ...about, shop, mapped: mapped.filter(isSeen) }));
  };

  let collected: ShopReadings = new Map();
  let saidAt = -Infinity;
  for await (const { moved, unmoved } of readBlocks(ctx, {
    result,
    settings,
    shopReadAt: sweep.storeAskedAt,
  })) {
    if (performance.now() - saidAt > SAY_EVERY_MS) {
      if (!(await advanceSweep(ctx, sweep, { compared: total.compared }))) return null;
      saidAt = performance.now();
    }
    total.compared += unmoved;
    for (const [item, reading] of moved) collected.set(item, reading);
    if (collected.size < LOOKED_AT_ONCE) continue;
    await lookAt(collected);
    collected = new Map();
  }
  if (collected.size > 0) await lookAt(collected);
  for (const mapped of inGroups(await loadWhole(ctx, { items: [...later.keys()] }))) {
    if (!(await advanceSweep(ctx, sweep, { compared: total.compared }))) return null;
    add(await look(ctx, { ...about, shop: later, mapped }));
  }
  return total;
}

/** A sweep whose gathering is done. */
export interface Gathered extends StockSweep {
  storeAskedAt: Date;
}

type ShopReadings = Map<InventoryItemId, ShopReading>;

/** Whether all that a variant is decided with was read. */
function whollyIn(shop: ShopReadings, mapped: readonly Mapped[]): (one: Mapped) => boolean {
  const groups = groupsOf(mapped);
  const partly = new Set(
    mapped.flatMap((one) => (shop.has(one.inventoryItemId) ? [] : groups.get(one.variantId)!)),
  );
  return ({ variantId }) => !partly.has(groups.get(variantId)!);
}

/** Some hundred variants at a time, and never a part of a group. */
function* inGroups(mapped: readonly Mapped[]): Generator<Mapped[]> {
  const groups = groupsOf(mapped);
  let some: Mapped[] = [];
  for (const group of Map.groupBy(mapped, ({ variantId }) => groups.get(variantId)!).values()) {
    some.push(...group);
    if (some.length < LOOKED_AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}

async function look(
  ctx: ShopContext,
  about: {
    sweep: Gathered;
    /** What was fulfilled while Shopify gathered has been read. */
    isFulfilledSince: boolean;
    connection: Joined;
    shop: ShopReadings;
    mapped: Mapped[];
    settings: StockSettings;
  },
): Promise<Looked[]> {
  const { sweep, isFulfilledSince, connection, settings, shop, mapped } = about;
  if (mapped.length === 0) return [];
  const skus = skusOf(mapped);
  const [warehouse, received, receivedSince] = await Promise.all([
    loadWarehouseStock(ctx, { skus, listedAt: sweep.startedAt }),
    loadReceived(ctx, skus),
    loadReceivedSince(ctx, { skus, since: sweep.startedAt }),
  ]);
  // What was received after the list was asked for may not be in it.
  for (const sku of receivedSince) warehouse.delete(sku);
  const items = mapped.map(({ inventoryItemId }) => inventoryItemId);
  const { looked, noted } = await lookAtStock(
    ctx,
    {
      ...{ settings, epoch: connection.stockEpoch, mapped, warehouse, received, shop },
      unread: new Set(items.filter((item) => !shop.has(item))),
      shopReadAt: sweep.storeAskedAt,
      isFulfilledSince,
      hintOf: () => null,
    },
    { inSweep: true },
  );
  await Promise.all([noted, noteAbsurd(ctx, looked)]);
  return looked;
}

/** The warehouse's stock as its list has shown it (`readWarehouseList`); what that did not show is unknown. */
async function loadWarehouseStock(
  ctx: ShopContext,
  { skus, listedAt }: { skus: Sku[]; listedAt: Date },
): Promise<Map<Sku, WarehouseReading>> {
  const { rows } = await ctx.pool.query<{ sku: Sku; stock: number; readAt: Date }>(
    // What the list has confirmed bears no time of its own.
    `SELECT "sku", "stock", greatest("readAt", $3) AS "readAt" FROM "WarehouseProduct"
     WHERE "shop" = $1 AND "sku" = ANY($2::text[]) AND "stock" IS NOT NULL`,
    [ctx.shop, skus, listedAt],
  );
  return new Map(rows.map(({ sku, stock, readAt }) => [sku, { stock, readAt }]));
}
