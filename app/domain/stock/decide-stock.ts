/** One mapped variant as both worlds show it now. */
export interface StockReadings {
  /** Pieces lying in the warehouse; `null` when it answered that it does not know the SKU. */
  warehouseStock: number | null;
  /** The shop's side; `null` when the shop answered that the item is gone. */
  shop: {
    /** Whether the shop counts stock for it at all. */
    tracked: boolean;
    /** At the connected location; `null` when it is not stocked there. */
    onHand: number | null;
  } | null;
}

export type StockDecision =
  | { action: "write"; target: number }
  | { action: "leave"; why: "equal" | "gone" | "untracked" | "not-stocked" };

/**
 * What the shop's `on_hand` should be.
 *
 * The warehouse's figure is what physically lies there, orders not yet packed included; Shopify's `on_hand` is the
 * same thing, from which it subtracts its own `committed`. So the one is mirrored into the other and never into
 * `available`: an unpacked order is not sold twice. It is compared with the shop's actual figure, not with what was
 * last written: a fulfilment or a restock moves `on_hand` behind our back while the warehouse's figure stands still.
 */
export function decideStock({ warehouseStock, shop }: StockReadings): StockDecision {
  if (!shop) return { action: "leave", why: "gone" };
  // Setting a quantity on an untracked item shows nothing and limits no sale; tracking is the merchant's decision.
  if (!shop.tracked) return { action: "leave", why: "untracked" };
  if (shop.onHand === null) return { action: "leave", why: "not-stocked" };
  // What the warehouse does not have cannot be sold; and Shopify takes no negative `on_hand`.
  const target = Math.max(0, warehouseStock ?? 0);
  return target === shop.onHand ? { action: "leave", why: "equal" } : { action: "write", target };
}

/** What a variant is made of, with what the warehouse has of each; `undefined` where that could not be read. */
export interface ComponentStock {
  quantity: number;
  stock: number | null | undefined;
}

/** How a variant stands to others that are mapped to the same goods. */
export type Sharing =
  /** Alone, or the merchant said that each shows the whole count. */
  | "whole"
  /** The merchant chose another variant to show the stock. */
  | "nothing"
  /** Others share it and nobody has said how. */
  | "undecided";

/**
 * How many pieces of a variant the warehouse has: of a kit, as many as can be put together.
 * @returns `null` when it knows none of one component; `undefined` when that cannot be said, which is not zero.
 */
export function stockOfVariant(
  components: readonly ComponentStock[],
  sharing: Sharing,
): number | null | undefined {
  if (sharing === "undecided" || components.length === 0) return undefined;
  if (sharing === "nothing") return 0;
  if (components.some(({ stock }) => stock === undefined)) return undefined;
  if (components.some(({ stock }) => stock === null)) return null;
  return Math.min(...components.map(({ stock, quantity }) => Math.floor((stock ?? 0) / quantity)));
}
