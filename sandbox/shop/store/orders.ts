import { gid } from "./gid.ts";
import { adjust, announceLevels, quantityOf, type QuantityName } from "./inventory.ts";
import { fulfillmentPayload, orderPayload } from "./order-payloads.ts";
import { nextId, type Level, type Order, type OrderLine, type OrderStep, type ShopContext } from "./shop.ts";

/*
 * What sells, sends and takes back goods. An order that is placed commits them; they leave the shelf when they are
 * sent. Whoever calls has checked that the quantities are there to be sent, cancelled or taken back.
 */

/** Shopify's first order in every shop. */
const FIRST_NUMBER = 1001;

export type NewOrderLine = Pick<
  OrderLine,
  | "variantId"
  | "productId"
  | "itemId"
  | "title"
  | "variantTitle"
  | "sku"
  | "price"
  | "movesStock"
  | "quantity"
>;

/** Some pieces of one line. */
export interface Pieces {
  line: OrderLine;
  quantity: number;
}

export const unfulfilled = ({ quantity, fulfilled }: OrderLine): number => quantity - fulfilled;

/** What was sent and did not come back. */
export const withShopper = ({ fulfilled, returned }: OrderLine): number => fulfilled - returned;

export function placeOrder(
  ctx: ShopContext,
  { lines, locationId }: { lines: readonly NewOrderLine[]; locationId: number },
): Order {
  const { shop } = ctx;
  const at = ctx.now().toISOString();
  const order: Order = {
    id: nextId(shop),
    number: FIRST_NUMBER + shop.orders.all().length,
    locationId,
    customerId: nextId(shop),
    lines: lines.map((line) => ({ ...line, id: nextId(shop), fulfilled: 0, returned: 0 })),
    fulfillments: [],
    returns: [],
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
  };
  shop.orders.add(order);
  ctx.announce("orders/create", () => orderPayload(shop, order));
  move(ctx, { order, pieces: allOf(order, (line) => line.quantity), by: { committed: 1 }, reason: "placed" });
  return order;
}

export function fulfillOrder(ctx: ShopContext, order: Order, pieces: readonly Pieces[]): void {
  for (const { line, quantity } of pieces) line.fulfilled += quantity;
  const fulfillment = newStep(ctx, pieces);
  order.fulfillments.push(fulfillment);
  ctx.announce("fulfillments/create", () => fulfillmentPayload(ctx.shop, order, fulfillment));
  tell(ctx, order, order.lines.every((line) => !unfulfilled(line)) ? "fulfilled" : "partially_fulfilled");
  move(ctx, { order, pieces, by: { committed: -1, on_hand: -1 }, reason: "fulfilled" });
}

/** What was not sent is for sale again; what was sent lies on the shelf again only when it is restocked. */
export function cancelOrder(ctx: ShopContext, order: Order, { restock }: { restock: boolean }): void {
  order.cancelledAt = ctx.now().toISOString();
  const back = restock ? allOf(order, withShopper) : [];
  for (const { line, quantity } of back) line.returned += quantity;
  tell(ctx, order, "cancelled");
  const reason = "cancelled";
  move(ctx, { order, pieces: allOf(order, unfulfilled), by: { committed: -1 }, reason });
  move(ctx, { order, pieces: back, by: { on_hand: 1 }, reason });
}

export function returnGoods(
  ctx: ShopContext,
  order: Order,
  { pieces, restock }: { pieces: readonly Pieces[]; restock: boolean },
): void {
  for (const { line, quantity } of pieces) line.returned += quantity;
  order.returns.push({ ...newStep(ctx, pieces), restock });
  tell(ctx, order);
  if (restock) move(ctx, { order, pieces, by: { on_hand: 1 }, reason: "returned" });
}

const allOf = ({ lines }: Order, quantity: (line: OrderLine) => number): Pieces[] =>
  lines.map((line) => ({ line, quantity: quantity(line) }));

const newStep = ({ shop, now }: ShopContext, pieces: readonly Pieces[]): OrderStep => ({
  id: nextId(shop),
  at: now().toISOString(),
  lines: pieces.map(({ line, quantity }) => ({ lineId: line.id, quantity })),
});

/** Each change of an order is an update too. */
function tell(ctx: ShopContext, order: Order, what?: string): void {
  order.updatedAt = ctx.now().toISOString();
  for (const topic of [what, "updated"])
    if (topic) ctx.announce(`orders/${topic}`, () => orderPayload(ctx.shop, order));
}

/**
 * Adds each line's pieces to quantities of its level, or takes them away. More may be sold than there is, so none of
 * them has a floor. Variants that were deleted meanwhile have no stock left to move.
 */
function move(
  ctx: ShopContext,
  of: {
    order: Order;
    pieces: readonly Pieces[];
    by: Partial<Record<QuantityName, 1 | -1>>;
    reason: "placed" | "fulfilled" | "cancelled" | "returned";
  },
): void {
  const moved = new Set<Level>();
  for (const { line, quantity } of of.pieces) {
    const level = ctx.shop.items.get(line.itemId)?.levels[of.order.locationId];
    if (!level || !line.movesStock || !quantity) continue;
    moved.add(level);
    for (const [name, sign] of Object.entries(of.by) as [QuantityName, number][])
      adjust(ctx, {
        level,
        name,
        quantity: quantityOf(level, name) + sign * quantity,
        by: "shop",
        reason: `order_${of.reason}`,
        referenceDocumentUri: gid("Order", of.order.id),
      });
  }
  announceLevels(ctx, [...moved]);
}
