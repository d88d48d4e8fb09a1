import { StockLevelsDocument } from "../../shopify/generated/operations.ts";
import type { InventoryItemId } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";

export interface ShopReading {
  tracked: boolean;
  /** `null`: not stocked at the location. */
  onHand: number | null;
  readAt: Date;
}

/** An item with its level and quantities costs about 4 of the 1,000 points a query may cost. */
const ITEMS_A_QUERY = 200;

/** The shop has no such location any more, or has closed it. Nothing can be mirrored until the merchant chooses another. */
export class LocationGone extends Error {
  override readonly name = "LocationGone";
}

/**
 * Reads the shop's figures at one location as they are now. Items that are gone are missing from the result. At a
 * location that is gone every item would look as if it were not stocked, so the location is asked for as well.
 * @throws ShopifyError, LocationGone
 */
export async function readShopStock(
  ctx: ShopContext,
  { items, locationId }: { items: readonly InventoryItemId[]; locationId: string },
): Promise<Map<InventoryItemId, ShopReading>> {
  const readings = new Map<InventoryItemId, ShopReading>();
  for (let start = 0; start < items.length; start += ITEMS_A_QUERY) {
    const readAt = ctx.clock(); // Taken first: what changed while the answer was on its way may not be in it.
    const inventoryItemIds = items.slice(start, start + ITEMS_A_QUERY);
    const { nodes, location } = await ctx.admin.request(StockLevelsDocument, {
      inventoryItemIds,
      locationId,
    });
    if (!location?.isActive) throw new LocationGone();
    for (const node of nodes) {
      if (!node || !("id" in node)) continue;
      const onHand = node.inventoryLevel?.quantities.find(({ name }) => name === "on_hand")?.quantity ?? null;
      readings.set(node.id as InventoryItemId, { tracked: node.tracked, onHand, readAt });
    }
  }
  return readings;
}
