/** What one line of `allStockQuery`'s result says. */
export interface StockNode {
  id: string;
  tracked: boolean;
  /** Null when it is not stocked at the location. */
  inventoryLevel: { quantities: { name: string; quantity: number }[] } | null;
}

/** For `RunBulkQuery`: every item's figures at one location, one line each. */
export function allStockQuery(locationId: string): string {
  return `{ inventoryItems { edges { node {
    id tracked
    inventoryLevel(locationId: ${JSON.stringify(locationId)}) {
      quantities(names: ["on_hand", "available", "committed"]) { name quantity }
    }
  } } } }`;
}
