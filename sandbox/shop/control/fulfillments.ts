import { cancelFulfillment, fulfillOrder } from "../store/fulfillments.ts";
import { looseId } from "../store/gid.ts";
import { committedUnits, takeUnits, unfulfilled, type LineUnits } from "../store/order-stock.ts";
import type { Order } from "../store/order-types.ts";
import { returnable } from "../store/returnable.ts";
import type { ShopContext } from "../store/shop.ts";
import { ControlError } from "./control-error.ts";
import { findLocation } from "./find.ts";
import type { FulfillBody } from "./order-bodies.ts";
import { refuseCancelled, unitsNamed } from "./orders.ts";

/** Makes one fulfillment for each location that units leave from. */
export function fulfill(ctx: ShopContext, of: Order, { lines: named, location }: FulfillBody): void {
  refuseCancelled(of);
  const units = named
    ? unitsNamed(of, { named, left: unfulfilled, what: "left to send" })
    : of.lines.flatMap((line) => (unfulfilled(line) ? { line, quantity: unfulfilled(line) } : []));
  if (!units.length) throw new ControlError(409, `Everything of #${of.number} has been sent.`);
  const departures =
    location === undefined
      ? unitsByLocation(of, units)
      : new Map([[locationThatStocks(ctx, { units, location }), units]]);
  for (const [locationId, leaving] of departures) fulfillOrder(ctx, of, { locationId, units: leaving });
}

/** The units where they are committed. */
function unitsByLocation(of: Order, units: readonly LineUnits[]): Map<number, LineUnits[]> {
  const byLocation = new Map<number, LineUnits[]>();
  for (const { line, quantity } of units)
    for (const { locationId, ...one } of takeUnits(committedUnits(of, line), quantity))
      byLocation.set(locationId, [...(byLocation.get(locationId) ?? []), one]);
  return byLocation;
}

function locationThatStocks(
  ctx: ShopContext,
  { units, location: name }: { units: readonly LineUnits[]; location: string | number },
): number {
  const location = findLocation(ctx, name);
  if (!location.isActive)
    throw new ControlError(400, `"${location.name}" is closed; nothing is sent from there.`);
  for (const { line } of units) {
    const item = ctx.shop.items.get(line.itemId ?? 0);
    if (line.movesStock && item && !item.levels[location.id]?.isActive)
      throw new ControlError(400, `"${line.title}" is not stocked at "${location.name}".`);
  }
  return location.id;
}

export function cancelFulfillmentOf(ctx: ShopContext, of: Order, id: string): void {
  refuseCancelled(of);
  const number = looseId("Fulfillment", id);
  const fulfillment = of.fulfillments.find((one) => one.id === number);
  if (!fulfillment) throw new ControlError(404, `#${of.number} has no fulfillment "${id}".`);
  if (fulfillment.status === "CANCELLED") throw new ControlError(409, `"${id}" is cancelled.`);
  if (fulfillment.lines.some((line) => returnable(ctx.shop, of, line.id) < line.quantity))
    throw new ControlError(409, `Some of "${id}" came back or is in a return: it cannot be cancelled.`);
  cancelFulfillment(ctx, of, fulfillment);
}
