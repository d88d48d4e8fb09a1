import { readBulkLines } from "../../../shopify/bulk.ts";
import type { StockNode } from "../../../shopify/stock-figures.ts";
import type { InventoryItemId, Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { findMoved } from "./find-moved.ts";
import { loadMapped, skusOf } from "../mirror/load-mapped.ts";
import type { Readings } from "../mirror/look-at-stock.ts";
import { figuresIn, type ShopReading } from "../mirror/read-shop-stock.ts";
import type { WarehouseReading } from "../mirror/read-warehouse-stock.ts";
import type { StockSettings } from "../settings/stock-settings.ts";

/** Some thousand variants: what is read of them is gone again before it counts as old and is swept up late. */
const BLOCK_BYTES = 256 * 1024;

/** What both worlds showed of what is not as it was, block by block of the shop's result. */
export async function* readBlocks(
  ctx: ShopContext,
  about: { url: string; settings: StockSettings; shopReadAt: Date },
): AsyncGenerator<Pick<Readings, "shop" | "mapped" | "warehouse"> & { unmoved: number }, void> {
  const since = about.shopReadAt;
  for await (const { text } of readBulkLines(about.url, 0, BLOCK_BYTES)) {
    const shop = readingsIn(text);
    const { items, unmoved } = await findMoved(ctx, { ...about, shop });
    const mapped = await loadMapped(ctx, { items });
    yield {
      shop,
      mapped,
      warehouse: await loadWarehouseStock(ctx, { skus: skusOf(mapped), since }),
      unmoved,
    };
  }
}

/** The same one after the other, the next being fetched while one is worked on. */
export async function* ahead<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T> {
  let coming = source.next();
  try {
    for (;;) {
      const { done, value } = await coming;
      if (done) return;
      coming = source.next();
      coming.catch(() => undefined); // Thrown when it is its turn.
      yield value;
    }
  } finally {
    await source.return(); // Whoever stops early wants no more of it.
  }
}

function readingsIn(lines: string): Map<InventoryItemId, ShopReading> {
  const nodes = lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StockNode);
  return new Map(
    nodes.map(({ id, tracked, inventoryLevel }) => [
      id as InventoryItemId,
      { tracked, figures: inventoryLevel && figuresIn(inventoryLevel.quantities) },
    ]),
  );
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
