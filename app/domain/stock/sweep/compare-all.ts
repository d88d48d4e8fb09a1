import type { StockSweep } from "@prisma/client";
import type { BulkResult } from "../../../shopify/bulk.ts";
import { countWaiting } from "../../events/waiting-hints.ts";
import type { InventoryItemId, Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadMapped, skusOf } from "../mirror/load-mapped.ts";
import { lookAtStock, type Looked } from "../mirror/look-at-stock.ts";
import { movesIn } from "../mirror/mirror-stock.ts";
import { noteAbsurd } from "../mirror/note-absurd.ts";
import type { ShopReading } from "../mirror/read-shop-stock.ts";
import type { WarehouseReading } from "../mirror/read-warehouse-stock.ts";
import { loadStockSettings, type StockSettings } from "../settings/stock-settings.ts";
import type { Comparison } from "./note-comparison.ts";
import { readBlocks } from "./read-blocks.ts";
import { advanceSweep } from "./sweep-rows.ts";

/** Items looked at together: a look of few asks the database as often as one of some hundred. */
const LOOKED_AT_ONCE = 500;
/** How often is written down how far it is, and looked whether it was called off, in milliseconds. */
const SAY_EVERY_MS = 200;

/**
 * Compares what both worlds showed: the shop in its `result`, the warehouse in our memory of it. What differs is
 * remembered.
 * @returns `null` when it was called off.
 */
export async function compareAll(
  ctx: ShopContext,
  { sweep, result }: { sweep: StockSweep; result: BulkResult },
): Promise<Comparison | null> {
  const settings = await loadStockSettings(ctx);
  const shopReadAt = sweep.startedAt;
  const total: Comparison = { compared: 0, differing: 0, missed: { more: 0, less: 0 } };
  // Hints that are still waiting explain what they will be found to explain.
  const waiting = await countWaiting(ctx);
  const lookAt = async (shop: ReadonlyMap<InventoryItemId, ShopReading>) => {
    const looked = await look(ctx, { shop, settings, shopReadAt });
    total.compared += looked.length;
    total.differing += looked.filter(({ look: { verdict } }) => verdict === "write").length;
    if (waiting > 0) return;
    const { more, less } = movesIn(looked);
    total.missed.more += more;
    total.missed.less += less;
  };

  let collected = new Map<InventoryItemId, ShopReading>();
  let saidAt = -Infinity;
  for await (const { moved, unmoved } of readBlocks(ctx, { result, settings, shopReadAt })) {
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
  return total;
}

async function look(
  ctx: ShopContext,
  about: { shop: ReadonlyMap<InventoryItemId, ShopReading>; settings: StockSettings; shopReadAt: Date },
): Promise<Looked[]> {
  const { shop, shopReadAt } = about;
  const mapped = await loadMapped(ctx, { items: [...shop.keys()] });
  if (mapped.length === 0) return [];
  const warehouse = await loadWarehouseStock(ctx, { skus: skusOf(mapped), since: shopReadAt });
  const looked = await lookAtStock(
    ctx,
    { ...about, mapped, warehouse, hintOf: () => null },
    { inSweep: true },
  );
  await noteAbsurd(ctx, looked);
  return looked;
}

/** The warehouse's stock, all of it as new as the sweep (`readWarehouseList`); what its list did not show is unknown. */
async function loadWarehouseStock(
  ctx: ShopContext,
  { skus, since }: { skus: Sku[]; since: Date },
): Promise<Map<Sku, WarehouseReading>> {
  const { rows } = await ctx.pool.query<{ sku: Sku; stock: number; readAt: Date }>(
    `SELECT "sku", "stock", greatest("readAt", $3) AS "readAt" FROM "WarehouseProduct"
     WHERE "shop" = $1 AND "sku" = ANY($2::text[]) AND "stock" IS NOT NULL`,
    [ctx.shop, skus, since],
  );
  return new Map(rows.map(({ sku, stock, readAt }) => [sku, { stock, readAt }]));
}
