import { readBulkLines } from "../../../shopify/bulk.ts";
import type { StockNode } from "../../../shopify/stock-figures.ts";
import type { InventoryItemId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { findMoved } from "./find-moved.ts";
import { figuresIn, type ShopReading } from "../mirror/read-shop-stock.ts";
import type { StockSettings } from "../settings/stock-settings.ts";

/** Some thousand variants: what is read of them is gone again before it counts as old and is swept up late. */
const BLOCK_BYTES = 256 * 1024;

/** Blocks that are under way at once, one of them being worked on by whoever asked. */
const AT_ONCE = 3;

interface Block {
  /** What the shop showed of items that have to be looked at (`findMoved`). */
  moved: Map<InventoryItemId, ShopReading>;
  /** Variants that need not be. */
  unmoved: number;
}

/** What the shop's result shows, block by block, without what is plainly as it was. */
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
  return { moved: new Map(items.map((item) => [item, shop.get(item)!])), unmoved };
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
