import { orderPayload } from "./order-payloads.ts";
import { committedUnits, moveStock, type LineUnits, type PlacedUnits } from "./order-stock.ts";
import type { Order, OrderLine } from "./order-types.ts";
import { indexOrder } from "./parts.ts";
import { withShopper } from "./returnable.ts";
import { nextId, type InventoryItem, type Product, type ShopContext, type Variant } from "./shop.ts";
import { newShopper, type NewShopper } from "./shopper.ts";

/*
 * What sells and takes back. An order commits its units when it is placed; a fulfillment takes them off the shelf. The
 * caller has checked that the units are there to be cancelled or taken back.
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

export function placeOrder(ctx: ShopContext, wanted: NewOrder): Order {
  const order = addOrder(ctx, wanted);
  ctx.announce("orders/create", () => orderPayload(ctx.shop, order));
  const units = unitsByLine(order, (line) => line.quantity);
  moveStock(ctx, { order, units, by: { committed: 1 }, reason: "placed" });
  return order;
}

/** Only writes it down: nothing moves, and no webhook is sent. */
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

/** What was not sent is for sale again; what was sent lies on the shelf again only when it is restocked. */
export function cancelOrder(ctx: ShopContext, order: Order, { restock }: { restock: boolean }): void {
  order.cancelledAt = ctx.now().toISOString();
  const back = restock ? unitsByLine(order, (line) => withShopper(ctx.shop, order, line)) : [];
  const open = order.lines.flatMap((line) => committedUnits(order, line));
  for (const { line, quantity } of back) line.returned += quantity;
  announceOrder(ctx, order, "cancelled");
  const reason = "cancelled";
  moveStock(ctx, { order, units: open, by: { committed: -1 }, reason });
  moveStock(ctx, { order, units: back, by: { on_hand: 1 }, reason });
}

/** A refund, with or without the units: what merchants do who need no returns. */
export function takeUnitsBack(
  ctx: ShopContext,
  order: Order,
  { units, restock }: { units: readonly LineUnits[]; restock: boolean },
): void {
  for (const { line, quantity } of units) line.returned += quantity;
  order.takenBack.push({
    id: nextId(ctx.shop),
    at: ctx.now().toISOString(),
    lines: units.map(({ line, quantity }) => ({ lineId: line.id, quantity })),
    restock,
  });
  announceOrder(ctx, order);
  if (!restock) return;
  const back = units.map((one) => ({ ...one, locationId: order.locationId }));
  moveStock(ctx, { order, units: back, by: { on_hand: 1 }, reason: "returned" });
}

const unitsByLine = ({ lines, locationId }: Order, quantity: (line: OrderLine) => number): PlacedUnits[] =>
  lines.map((line) => ({ line, quantity: quantity(line), locationId }));

/** Each change of an order is an update too. */
export function announceOrder(ctx: ShopContext, order: Order, what?: string): void {
  order.updatedAt = ctx.now().toISOString();
  for (const topic of [what, "updated"])
    if (topic) ctx.announce(`orders/${topic}`, () => orderPayload(ctx.shop, order));
}
