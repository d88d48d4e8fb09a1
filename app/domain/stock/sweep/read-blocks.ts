import { z } from "zod";
import { readBulkLines, type BulkResult } from "../../../shopify/bulk.ts";
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
  about: { result: BulkResult; settings: StockSettings; shopReadAt: Date },
): AsyncGenerator<Block, void> {
  const under: Promise<Block>[] = [];
  for await (const { text } of readBulkLines(about.result, 0, BLOCK_BYTES)) {
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
  const shop = readingsIn(ctx, text);
  const { items, unmoved } = await findMoved(ctx, { ...about, shop });
  return { moved: new Map(items.map((item) => [item, shop.get(item)!])), unmoved };
}

/** A line without one of these says nothing. */
const FIGURES = ["on_hand", "available", "committed"];

/** One line that is not as Shopify describes it leaves its item out, and no other. */
const nodeSchema = z.object({
  id: z.string(),
  tracked: z.boolean(),
  inventoryLevel: z
    .object({ quantities: z.array(z.object({ name: z.string(), quantity: z.int32() })) })
    .refine(({ quantities }) => FIGURES.every((figure) => quantities.some(({ name }) => name === figure)))
    .nullable(),
}) satisfies z.ZodType<StockNode>;

function readingsIn(ctx: ShopContext, lines: string): Map<InventoryItemId, ShopReading> {
  const texts = lines.split("\n").filter(Boolean);
  const nodes = texts.flatMap((text) => nodeSchema.safeParse(parsed(text)).data ?? []);
  if (nodes.length < texts.length)
    ctx.log.warn({ items: texts.length - nodes.length }, "items in Shopify's export could not be read");
  return new Map(
    nodes.map(({ id, tracked, inventoryLevel }) => [
      id as InventoryItemId,
      { tracked, figures: inventoryLevel && figuresIn(inventoryLevel.quantities) },
    ]),
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
