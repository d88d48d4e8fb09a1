import { readAnswer, ShopifyError } from "../../../shopify/errors.ts";
import { StockLevelsDocument } from "../../../shopify/generated/operations.ts";
import type { InventoryItemId } from "../../ids.ts";
import { failureOf } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { ShopFigures } from "./decide-stock.ts";

export interface ShopReading {
  tracked: boolean;
  /** `null`: not stocked at the location. */
  figures: ShopFigures | null;
}

/** An item with its level and quantities costs about 4 of the 1,000 points a query may cost. */
const ITEMS_A_QUERY = 200;

/** The shop has no such location any more, or has closed it. Nothing can be mirrored until the merchant chooses another. */
export class LocationGone extends Error {
  override readonly name = "LocationGone";
}

export interface ShopStock {
  /** Items that are gone are missing. */
  readings: Map<InventoryItemId, ShopReading>;
  /** Items that Shopify does not show although it works: neither there nor gone. */
  unread: Set<InventoryItemId>;
}

/**
 * Reads the shop's figures at one location as they are now. At a
 * location that is gone every item would look as if it were not stocked, so the location is asked for as well, also when
 * there are no items. An item that makes Shopify fail is found by halves, and keeps no other from being read.
 * @throws ShopifyError, LocationGone
 */
export async function readShopStock(
  ctx: ShopContext,
  { items, locationId }: { items: readonly InventoryItemId[]; locationId: string },
): Promise<ShopStock> {
  const stock: ShopStock = { readings: new Map(), unread: new Set() };
  for (let start = 0; start === 0 || start < items.length; start += ITEMS_A_QUERY)
    await readInto(ctx, stock, { items: items.slice(start, start + ITEMS_A_QUERY), locationId });
  return stock;
}

async function readInto(
  ctx: ShopContext,
  stock: ShopStock,
  { items, locationId }: { items: readonly InventoryItemId[]; locationId: string },
): Promise<void> {
  const failure = await failureOf(ctx, async () => {
    for (const [item, reading] of await readLevels(ctx, { items, locationId }))
      stock.readings.set(item, reading);
  });
  if (!failure) return;
  const [only] = items;
  if (only === undefined) throw new ShopifyError("unavailable", { message: "a location could not be read" });
  if (items.length === 1) {
    ctx.log.warn({ failure: failure.failure }, "an item's quantities could not be read from Shopify");
    return void stock.unread.add(only);
  }
  const half = Math.ceil(items.length / 2);
  await readInto(ctx, stock, { items: items.slice(0, half), locationId });
  await readInto(ctx, stock, { items: items.slice(half), locationId });
}

async function readLevels(
  ctx: ShopContext,
  { items, locationId }: { items: readonly InventoryItemId[]; locationId: string },
): Promise<Map<InventoryItemId, ShopReading>> {
  const readings = new Map<InventoryItemId, ShopReading>();
  const inventoryItemIds = [...items];
  const { nodes, location } = await ctx.admin.request(StockLevelsDocument, { inventoryItemIds, locationId });
  if (!location?.isActive) throw new LocationGone();
  await readAnswer("StockLevels", () => {
    for (const node of nodes) {
      if (!node || !("id" in node)) continue;
      const figures = node.inventoryLevel && figuresIn(node.inventoryLevel.quantities);
      readings.set(node.id as InventoryItemId, { tracked: node.tracked, figures: figures ?? null });
    }
  });
  return readings;
}

/** The shop's figures from quantities as Shopify names them. */
export function figuresIn(quantities: readonly { name: string; quantity: number }[]): ShopFigures {
  const of = (wanted: string) => quantities.find(({ name }) => name === wanted)?.quantity ?? 0;
  return { onHand: of("on_hand"), available: of("available"), committed: of("committed") };
}
