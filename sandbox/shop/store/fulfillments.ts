import { fulfillmentPayload } from "./order-payloads.ts";
import {
  committedUnits,
  countCommitted,
  moveStock,
  takeUnits,
  unfulfilled,
  type LineUnits,
} from "./order-stock.ts";
import type { Fulfillment, Order } from "./order-types.ts";
import { announceOrder } from "./orders.ts";
import { indexOrder, orderLine } from "./parts.ts";
import { nextId, type ShopContext } from "./shop.ts";

/** Units of an order that leave one location together. The caller has checked that they may. */
interface Departure {
  locationId: number;
  units: readonly LineUnits[];
}

/** Only writes it down: nothing moves, and no webhook is sent. */
export function addFulfillment(
  { shop, now }: ShopContext,
  order: Order,
  { locationId, units }: Departure,
): Fulfillment {
  for (const { line, quantity } of units) {
    countCommitted(order, { line, quantity, locationId }, -1);
    line.fulfilled += quantity;
  }
  const at = now().toISOString();
  const fulfillment: Fulfillment = {
    id: nextId(shop),
    locationId,
    status: "SUCCESS",
    lines: units.map(({ line, quantity }) => ({ id: nextId(shop), lineId: line.id, quantity })),
    createdAt: at,
    updatedAt: at,
  };
  order.fulfillments.push(fulfillment);
  indexOrder(shop.owners, order);
  return fulfillment;
}

export function fulfillOrder(ctx: ShopContext, order: Order, departure: Departure): void {
  bringTogether(ctx, order, departure);
  const fulfillment = addFulfillment(ctx, order, departure);
  ctx.announce("fulfillments/create", () => fulfillmentPayload(ctx.shop, order, fulfillment));
  announceOrder(
    ctx,
    order,
    order.lines.every((line) => !unfulfilled(line)) ? "fulfilled" : "partially_fulfilled",
  );
  const by = { committed: -1, on_hand: -1 } as const;
  moveStock(ctx, { order, units: placed(departure), by, reason: "fulfilled" });
}

/** The units are on hand and committed again where they were fulfilled from. */
export function cancelFulfillment(ctx: ShopContext, order: Order, fulfillment: Fulfillment): void {
  Object.assign(fulfillment, { status: "CANCELLED", updatedAt: ctx.now().toISOString() });
  const units = fulfillment.lines.map(({ lineId, quantity }) => ({
    line: orderLine(order, lineId),
    quantity,
    locationId: fulfillment.locationId,
  }));
  for (const one of units) {
    one.line.fulfilled -= one.quantity;
    countCommitted(order, one, 1);
  }
  ctx.announce("fulfillments/update", () => fulfillmentPayload(ctx.shop, order, fulfillment));
  announceOrder(ctx, order);
  moveStock(ctx, { order, units, by: { on_hand: 1, committed: 1 }, reason: "fulfillment_cancelled" });
}

const placed = ({ locationId, units }: Departure) => units.map((one) => ({ ...one, locationId }));

/** What is committed elsewhere is committed at the location first, as when a merchant changes where an order ships from. */
function bringTogether(ctx: ShopContext, order: Order, { locationId, units }: Departure): void {
  const from = units.flatMap(({ line, quantity }) => {
    const isHere = (one: { locationId: number }) => one.locationId === locationId;
    const places = committedUnits(order, line);
    const here = places.find(isHere)?.quantity ?? 0;
    return takeUnits(
      places.filter((one) => !isHere(one)),
      quantity - here,
    );
  });
  const to = placed({ locationId, units: from });
  for (const one of from) countCommitted(order, one, -1);
  for (const one of to) countCommitted(order, one, 1);
  moveStock(ctx, { order, units: from, by: { committed: -1 }, reason: "moved" });
  moveStock(ctx, { order, units: to, by: { committed: 1 }, reason: "moved" });
}
