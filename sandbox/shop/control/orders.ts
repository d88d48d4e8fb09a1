import { looseId } from "../store/gid.ts";
import type { LineUnits } from "../store/order-stock.ts";
import {
  announceOrder,
  cancelOrder,
  newLine,
  placeOrder,
  takeUnitsBack,
  type NewOrderLine,
} from "../store/orders.ts";
import type { Order, OrderLine } from "../store/order-types.ts";
import { liveReturns, withShopper } from "../store/returnable.ts";
import type { Location, ShopContext } from "../store/shop.ts";
import { newAddress, type NewAddress } from "../store/shopper.ts";
import { ControlError } from "./control-error.ts";
import { findItem, findLocation } from "./find.ts";
import type { OrderBody, OrderLineBody } from "./order-bodies.ts";

/** What a customer and the merchant do with orders. What cannot be is refused before anything moves. */

export function order(ctx: ShopContext, { lines, location: name, ...shopper }: OrderBody): Order {
  const location = findLocation(ctx, name);
  if (!location.isActive)
    throw new ControlError(400, `"${location.name}" is closed; nothing is sent from there.`);
  const wanted = lines.map((line) => (line.custom ? customLine(line) : variantLine(ctx, line, location)));
  return placeOrder(ctx, { ...shopper, lines: wanted, locationId: location.id });
}

type OrderedLine = OrderBody["lines"][number];

const customLine = ({ custom, quantity }: OrderedLine): NewOrderLine => ({
  variantId: null,
  productId: null,
  itemId: null,
  title: custom!.title,
  variantTitle: null,
  sku: null,
  price: Number(custom!.price).toFixed(2),
  movesStock: false,
  quantity,
});

function variantLine(
  ctx: ShopContext,
  { quantity, custom: _custom, ...name }: OrderedLine,
  location: Location,
): NewOrderLine {
  const item = findItem(ctx, name);
  const variant = ctx.shop.variants.get(item.variantId)!;
  const product = ctx.shop.products.get(variant.productId)!;
  if (variant.requiresComponents)
    throw new ControlError(400, `"${product.title}" is a bundle, and what it is made of is not simulated.`);
  if (item.tracked && !item.levels[location.id]?.isActive)
    throw new ControlError(400, `"${product.title}" is not stocked at "${location.name}".`);
  return newLine({ product, variant, item, quantity });
}

export function cancel(ctx: ShopContext, of: Order, { restock }: { restock: boolean }): void {
  refuseCancelled(of);
  if (liveReturns(ctx.shop, of).length)
    throw new ControlError(409, `#${of.number} has returns: an order that has returns cannot be cancelled.`);
  cancelOrder(ctx, of, { restock });
}

/** A refund. A shopper may send back what was sent before the order was cancelled, too. */
export function takeBack(
  ctx: ShopContext,
  of: Order,
  { lines: named, restock }: { lines: OrderLineBody[]; restock: boolean },
): void {
  const left = (line: OrderLine) => withShopper(ctx.shop, of, line);
  const units = unitsNamed(of, { named, left, what: "with the shopper" });
  takeUnitsBack(ctx, of, { units, restock });
}

/** The merchant edits where an order goes: nothing moves, and no return changes. */
export function changeAddress(
  ctx: ShopContext,
  of: Order,
  { shippingAddress }: { shippingAddress?: NewAddress | null | undefined },
): void {
  of.shippingAddress = newAddress(ctx.shop, shippingAddress);
  announceOrder(ctx, of);
}

/** Makes an order and its fulfillments so many days older: nobody waits two months to see what happens then. */
export function ageOrder(of: Order, { days }: { days: number }): void {
  const older = (at: string) => new Date(Date.parse(at) - days * 24 * 60 * 60_000).toISOString();
  if (of.cancelledAt) of.cancelledAt = older(of.cancelledAt);
  for (const one of [of, ...of.fulfillments]) {
    one.createdAt = older(one.createdAt);
    one.updatedAt = older(one.updatedAt);
  }
}

export function findOrder({ shop }: ShopContext, id: string): Order {
  const found = shop.orders.get(looseId("Order", id) ?? 0);
  if (!found) throw new ControlError(404, `There is no order "${id}".`);
  return found;
}

export function refuseCancelled({ number, cancelledAt }: Order): void {
  if (cancelledAt) throw new ControlError(409, `#${number} is cancelled.`);
}

export function unitsNamed(
  { number, lines }: Order,
  { named, left, what }: { named: OrderLineBody[]; left: (line: OrderLine) => number; what: string },
): LineUnits[] {
  const taken = new Set<OrderLine>();
  return named.map(({ id, sku, variantId, quantity }) => {
    const name = id ?? sku ?? variantId ?? "";
    const found = lines.filter(
      (line) =>
        (sku !== undefined && line.sku === sku) ||
        (id !== undefined && line.id === looseId("LineItem", id)) ||
        (variantId !== undefined && line.variantId === looseId("ProductVariant", variantId)),
    );
    const [line] = found;
    if (!line) throw new ControlError(404, `#${number} has no line "${name}".`);
    if (found.length > 1)
      throw new ControlError(400, `${found.length} lines of #${number} are "${name}": use the line's id.`);
    if (taken.has(line)) throw new ControlError(400, `"${name}" is named twice.`);
    taken.add(line);
    const wanted = quantity ?? left(line);
    if (!wanted || wanted > left(line))
      throw new ControlError(
        409,
        `Of "${name}" in #${number} ${left(line)} are ${what}, not ${quantity ?? "any"}.`,
      );
    return { line, quantity: wanted };
  });
}
