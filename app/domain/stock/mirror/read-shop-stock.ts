import { ShopifyError } from "../../../shopify/errors.ts";
import { StockLevelsDocument } from "../../../shopify/generated/operations.ts";
import type { InventoryItemId } from "../../ids.ts";
import { callInHalves, type HalfOptions } from "../../call-in-halves.ts";
import type { RecordFailure } from "../../problems/record-failure.ts";
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
  /** Items that failed, each for itself, although Shopify works: neither there nor gone. */
  failed: Map<InventoryItemId, RecordFailure>;
  /** Items whose turn did not come, because those took the time. */
  left: InventoryItemId[];
}

/**
 * Reads the shop's figures at one location as they are now. At a
 * location that is gone every item would look as if it were not stocked, so the location is asked for as well, also when
 * there are no items. An item that fails keeps no other from being read.
 * @throws ShopifyError, LocationGone
 */
export async function readShopStock(
  ctx: ShopContext,
  { items, locationId }: { items: readonly InventoryItemId[]; locationId: string },
): Promise<ShopStock> {
  const stock: ShopStock = { readings: new Map(), failed: new Map(), left: [] };
  for (let start = 0; start === 0 || start < items.length; start += ITEMS_A_QUERY) {
    const some = items.slice(start, start + ITEMS_A_QUERY);
    const { failed, left } = await callInHalves(ctx, some, async (asked, options) => {
      for (const [item, reading] of await readLevels(ctx, { items: asked, locationId, options }))
        stock.readings.set(item, reading);
    });
    for (const [item, failure] of failed) stock.failed.set(item, failure);
    stock.left.push(...left);
  }
  return stock;
}

async function readLevels(
  ctx: ShopContext,
  {
    items,
    locationId,
    options,
  }: { items: readonly InventoryItemId[]; locationId: string; options: HalfOptions },
): Promise<Map<InventoryItemId, ShopReading>> {
  const variables = { inventoryItemIds: [...items], locationId };
  const { nodes, location } = await ctx.admin.request(StockLevelsDocument, variables, options);
  if (!location?.isActive) throw new LocationGone();
  const readings = new Map<InventoryItemId, ShopReading>();
  for (const node of nodes) {
    if (node?.__typename !== "InventoryItem") continue;
    const { id, tracked, inventoryLevel } = node;
    const figures = inventoryLevel && figuresIn(inventoryLevel.quantities);
    readings.set(id as InventoryItemId, { tracked, figures });
  }
  return readings;
}

/**
 * The shop's figures from quantities as Shopify names them.
 * @throws ShopifyError `not-understood` where one is missing: it is unknown, and not zero
 */
export function figuresIn(quantities: readonly { name: string; quantity: number }[]): ShopFigures {
  const of = (wanted: string) => {
    const found = quantities.find(({ name }) => name === wanted);
    if (!found) throw new ShopifyError("not-understood", { message: `an item has no quantity ${wanted}` });
    return found.quantity;
  };
  return { onHand: of("on_hand"), available: of("available"), committed: of("committed") };
}
