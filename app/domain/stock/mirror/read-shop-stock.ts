import { StockLevelsDocument } from "../../../shopify/generated/operations.ts";
import type { InventoryItemId } from "../../ids.ts";
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

/**
 * Reads the shop's figures at one location as they are now. Items that are gone are missing from the result. At a
 * location that is gone every item would look as if it were not stocked, so the location is asked for as well, also when
 * there are no items.
 * @throws ShopifyError, LocationGone
 */
export async function readShopStock(
  ctx: ShopContext,
  { items, locationId }: { items: readonly InventoryItemId[]; locationId: string },
): Promise<Map<InventoryItemId, ShopReading>> {
  const readings = new Map<InventoryItemId, ShopReading>();
  for (let start = 0; start === 0 || start < items.length; start += ITEMS_A_QUERY) {
    const inventoryItemIds = items.slice(start, start + ITEMS_A_QUERY);
    const { nodes, location } = await ctx.admin.request(StockLevelsDocument, {
      inventoryItemIds,
      locationId,
    });
    if (!location?.isActive) throw new LocationGone();
    for (const node of nodes) {
      if (!node || !("id" in node)) continue;
      const figures = node.inventoryLevel && figuresIn(node.inventoryLevel.quantities);
      readings.set(node.id as InventoryItemId, { tracked: node.tracked, figures: figures ?? null });
    }
  }
  return readings;
}

/** The shop's figures from quantities as Shopify names them. */
export function figuresIn(quantities: readonly { name: string; quantity: number }[]): ShopFigures {
  const of = (wanted: string) => quantities.find(({ name }) => name === wanted)?.quantity ?? 0;
  return { onHand: of("on_hand"), available: of("available"), committed: of("committed") };
}
