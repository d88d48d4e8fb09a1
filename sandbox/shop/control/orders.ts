import { looseId } from "../store/gid.ts";
import {
  cancelOrder,
  fulfillOrder,
  placeOrder,
  returnGoods,
  unfulfilled,
  withShopper,
  type NewOrderLine,
  type Pieces,
} from "../store/orders.ts";
import type { Order, OrderLine, ShopContext } from "../store/shop.ts";
import type { OrderBody, OrderLineBody } from "./bodies.ts";
import { ControlError } from "./control-error.ts";
import { findItem, findLocation } from "./find.ts";

/** What a shopper and the merchant do with orders: refuses what cannot be before anything moves. */

export function order(ctx: ShopContext, body: OrderBody): Order {
  const location = findLocation(ctx, body.location);
  if (!location.isActive)
    throw new ControlError(400, `"${location.name}" is closed; nothing is sent from there.`);
  const lines = body.lines.map(({ quantity, ...name }): NewOrderLine => {
    const item = findItem(ctx, name);
    const variant = ctx.shop.variants.get(item.variantId)!;
    const product = ctx.shop.products.get(variant.productId)!;
    if (variant.requiresComponents)
      throw new ControlError(400, `"${product.title}" is a bundle, and what it is made of is not simulated.`);
    if (item.tracked && !item.levels[location.id]?.isActive)
      throw new ControlError(400, `"${product.title}" is not stocked at "${location.name}".`);
    return {
      variantId: variant.id,
      productId: product.id,
      itemId: item.id,
      title: product.title,
      variantTitle: variant.options.join(" / "),
      sku: variant.sku,
      price: variant.price,
      movesStock: item.tracked,
      quantity,
    };
  });
  return placeOrder(ctx, { lines, locationId: location.id });
}

export function fulfill(ctx: ShopContext, of: Order, named: OrderLineBody[] | undefined): void {
  refuseCancelled(of);
  const pieces = named
    ? piecesOf(of, { named, left: unfulfilled, what: "left to send" })
    : of.lines.flatMap((line) => (unfulfilled(line) ? { line, quantity: unfulfilled(line) } : []));
  if (!pieces.length) throw new ControlError(409, `Everything of #${of.number} has been sent.`);
  fulfillOrder(ctx, of, pieces);
}

export function cancel(ctx: ShopContext, of: Order, { restock }: { restock: boolean }): void {
  refuseCancelled(of);
  cancelOrder(ctx, of, { restock });
}

/** A shopper may send back what was sent before the order was cancelled, too. */
export function takeBack(
  ctx: ShopContext,
  of: Order,
  { lines: named, restock }: { lines: OrderLineBody[]; restock: boolean },
): void {
  const pieces = piecesOf(of, { named, left: withShopper, what: "with the shopper" });
  returnGoods(ctx, of, { pieces, restock });
}

export function findOrder({ shop }: ShopContext, id: string): Order {
  const found = shop.orders.get(looseId("Order", id) ?? 0);
  if (!found) throw new ControlError(404, `There is no order "${id}".`);
  return found;
}

function refuseCancelled({ number, cancelledAt }: Order): void {
  if (cancelledAt) throw new ControlError(409, `#${number} is cancelled.`);
}

function piecesOf(
  { number, lines }: Order,
  { named, left, what }: { named: OrderLineBody[]; left: (line: OrderLine) => number; what: string },
): Pieces[] {
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
