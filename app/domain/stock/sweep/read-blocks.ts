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

/** Blocks that are under way at once, one of them being worked on by whoever asked. */
const AT_ONCE = 3;

type Block = Pick<Readings, "shop" | "mapped" | "warehouse"> & { unmoved: number };

/** What both worlds showed of what is not as it was, block by block of the shop's result. */
export async function* readBlocks(
  ctx: ShopContext,
  about: { url: string; settings: StockSettings; shopReadAt: Date },
): AsyncGenerator<Block, void> {
  const under: Promise<Block>[] = [];
  for await (const { text } of readBulkLines(about.url, 0, BLOCK_BYTES)) {
    const block = readBlock(ctx, { ...about, text });
    block.catch(() => undefined); // Thrown when it is its turn.
    under.push(block);
    if (under.length === AT_ONCE) yield under.shift()!;
  }
  yield* under;
}

async function readBlock(
  ctx: ShopContext,
  { text, ...about }: { text: string; settings: StockSettings; shopReadAt: Date },
): Promise<Block> {
  const shop = readingsIn(text);
  const { items, unmoved } = await findMoved(ctx, { ...about, shop });
  const mapped = await loadMapped(ctx, { items });
  const warehouse = await loadWarehouseStock(ctx, { skus: skusOf(mapped), since: about.shopReadAt });
  return { shop, mapped, warehouse, unmoved };
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
