import type { Order } from "./order-types.ts";
import type { Return } from "./return-types.ts";
import type { Shop } from "./shop.ts";

/**
 * What belongs to which order or return. The Admin API names lines, parcels and dispositions by their own ids alone, and
 * with 10,000 returns nobody wants to look for them.
 */
export interface Owners {
  orders: Map<number, Order>;
  returns: Map<number, Return>;
}

/** Call after every change that adds a part. */
export function indexOrder({ orders }: Owners, order: Order): void {
  const people = [
    order.customer,
    order.customer?.defaultAddress,
    order.shippingAddress,
    order.billingAddress,
  ];
  const parcels = order.fulfillments.flatMap((one) => [one, ...one.lines]);
  for (const part of [...order.lines, ...parcels, ...people]) if (part) orders.set(part.id, order);
}

/** Call after every change that adds a part. */
export function indexReturn({ returns }: Owners, of: Return): void {
  const work = of.reverseOrders.flatMap((one) => [
    one,
    ...one.lines.flatMap((line) => [line, ...line.dispositions]),
    ...one.deliveries.flatMap((delivery) => [delivery, ...delivery.lines]),
  ]);
  for (const { id } of [...of.lines, ...of.exchangeLines, ...work]) returns.set(id, of);
}

export function createOwners(orders: readonly Order[], returns: readonly Return[]): Owners {
  const owners: Owners = { orders: new Map(), returns: new Map() };
  for (const order of orders) indexOrder(owners, order);
  for (const one of returns) indexReturn(owners, one);
  return owners;
}

export const orderLine = (order: Order, lineId: number) => order.lines.find(({ id }) => id === lineId)!;

/** A line of a parcel, with its order; undefined when there is none. */
export function findFulfillmentLine({ owners }: Shop, id: number | null) {
  const order = id === null ? undefined : owners.orders.get(id);
  for (const fulfillment of order?.fulfillments ?? []) {
    const line = fulfillment.lines.find((one) => one.id === id);
    if (order && line) return { order, fulfillment, line, orderLine: orderLine(order, line.lineId) };
  }
  return undefined;
}

export function findReverseOrder({ owners }: Shop, id: number) {
  const of = owners.returns.get(id);
  const reverseOrder = of?.reverseOrders.find((one) => one.id === id);
  return of && reverseOrder ? { of, reverseOrder } : undefined;
}

export function findReverseLine({ owners }: Shop, id: number) {
  const of = owners.returns.get(id);
  for (const reverseOrder of of?.reverseOrders ?? []) {
    const line = reverseOrder.lines.find((one) => one.id === id);
    if (of && line) return { of, reverseOrder, line };
  }
  return undefined;
}

/** By its own id, or by that of one of its lines. */
export function findDelivery({ owners }: Shop, id: number) {
  const of = owners.returns.get(id);
  for (const reverseOrder of of?.reverseOrders ?? []) {
    const delivery = reverseOrder.deliveries.find(
      (one) => one.id === id || one.lines.some((line) => line.id === id),
    );
    if (of && delivery) return { of, reverseOrder, delivery };
  }
  return undefined;
}

export const orderOfReturn = (shop: Shop, { orderId }: Return): Order => shop.orders.get(orderId)!;

export const returnsOf = (shop: Shop, { returnIds }: Order): Return[] =>
  returnIds.flatMap((id) => shop.returns.get(id) ?? []);
