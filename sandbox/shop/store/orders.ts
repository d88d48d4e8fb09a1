import { gid } from "./gid.ts";
import { adjust, announceLevels, quantityOf, type QuantityName } from "./inventory.ts";
import { fulfillmentPayload, orderPayload } from "./order-payloads.ts";
import type { Fulfillment, Order, OrderLine } from "./order-types.ts";
import { indexOrder } from "./parts.ts";
import { withShopper } from "./returnable.ts";
import {
  nextId,
  type InventoryItem,
  type Level,
  type Product,
  type ShopContext,
  type Variant,
} from "./shop.ts";
import { newShopper, type NewShopper } from "./shopper.ts";

/*
 * What sells and sends goods. An order that is placed commits them; they leave the shelf when they are sent. Whoever calls has checked that the quantities are there to be sent, cancelled or taken back.
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

export interface NewOrder extends NewShopper {
  lines: readonly NewOrderLine[];
  locationId: number;
}

/** A line as it will be remembered, whatever becomes of what is sold. */
export const newLine = ({
  product,
  variant,
  item,
  quantity,
}: {
  product: Product;
  variant: Variant;
  item: InventoryItem;
  quantity: number;
}): NewOrderLine => ({
  variantId: variant.id,
  productId: product.id,
  itemId: item.id,
  title: product.title,
  variantTitle: variant.options.join(" / "),
  sku: variant.sku,
  price: variant.price,
  movesStock: item.tracked,
  quantity,
});

export const unfulfilled = ({ quantity, fulfilled }: OrderLine): number => quantity - fulfilled;

export function placeOrder(ctx: ShopContext, wanted: NewOrder): Order {
  const order = addOrder(ctx, wanted);
  ctx.announce("orders/create", () => orderPayload(ctx.shop, order));
  move(ctx, { order, pieces: allOf(order, (line) => line.quantity), by: { committed: 1 }, reason: "placed" });
  return order;
}

/** Only writes it down: nothing moves, nobody hears of it. */
export function addOrder({ shop, now }: ShopContext, { lines, locationId, ...shopper }: NewOrder): Order {
  const at = now().toISOString();
  const order: Order = {
    id: nextId(shop),
    number: FIRST_NUMBER + shop.orders.all().length,
    locationId,
    ...newShopper(shop, shopper),
    lines: lines.map((line) => ({ ...line, id: nextId(shop), fulfilled: 0, returned: 0 })),
    fulfillments: [],
    takenBack: [],
    returnIds: [],
    createdAt: at,
    updatedAt: at,
    cancelledAt: null,
  };
  shop.orders.add(order);
  indexOrder(shop.owners, order);
  return order;
}

/** Only writes it down: nothing moves, nobody hears of it. */
export function addFulfillment(ctx: ShopContext, order: Order, pieces: readonly Pieces[]): Fulfillment {
  for (const { line, quantity } of pieces) line.fulfilled += quantity;
  const { lines, ...step } = newStep(ctx, pieces);
  const fulfillment = { ...step, lines: lines.map((line) => ({ ...line, id: nextId(ctx.shop) })) };
  order.fulfillments.push(fulfillment);
  indexOrder(ctx.shop.owners, order);
  return fulfillment;
}

export function fulfillOrder(ctx: ShopContext, order: Order, pieces: readonly Pieces[]): void {
  const fulfillment = addFulfillment(ctx, order, pieces);
  ctx.announce("fulfillments/create", () => fulfillmentPayload(ctx.shop, order, fulfillment));
  tell(ctx, order, order.lines.every((line) => !unfulfilled(line)) ? "fulfilled" : "partially_fulfilled");
  move(ctx, { order, pieces, by: { committed: -1, on_hand: -1 }, reason: "fulfilled" });
}

/** What was not sent is for sale again; what was sent lies on the shelf again only when it is restocked. */
export function cancelOrder(ctx: ShopContext, order: Order, { restock }: { restock: boolean }): void {
  order.cancelledAt = ctx.now().toISOString();
  const back = restock ? allOf(order, (line) => withShopper(ctx.shop, order, line)) : [];
  for (const { line, quantity } of back) line.returned += quantity;
  tell(ctx, order, "cancelled");
  const reason = "cancelled";
  move(ctx, { order, pieces: allOf(order, unfulfilled), by: { committed: -1 }, reason });
  move(ctx, { order, pieces: back, by: { on_hand: 1 }, reason });
}

/** A refund, with or without the goods: what merchants do who need no returns. */
export function takeGoodsBack(
  ctx: ShopContext,
  order: Order,
  { pieces, restock }: { pieces: readonly Pieces[]; restock: boolean },
): void {
  for (const { line, quantity } of pieces) line.returned += quantity;
  order.takenBack.push({ ...newStep(ctx, pieces), restock });
  tell(ctx, order);
  if (restock) move(ctx, { order, pieces, by: { on_hand: 1 }, reason: "returned" });
}

const allOf = ({ lines }: Order, quantity: (line: OrderLine) => number): Pieces[] =>
  lines.map((line) => ({ line, quantity: quantity(line) }));

const newStep = ({ shop, now }: ShopContext, pieces: readonly Pieces[]) => ({
  id: nextId(shop),
  at: now().toISOString(),
  lines: pieces.map(({ line, quantity }) => ({ lineId: line.id, quantity })),
});

/** Each change of an order is an update too. */
export function tell(ctx: ShopContext, order: Order, what?: string): void {
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
    const level = ctx.shop.items.get(line.itemId ?? 0)?.levels[of.order.locationId];
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
