import { gid } from "./gid.ts";
import { adjust, announceLevels, quantityOf, type QuantityName } from "./inventory.ts";
import type { Order, OrderLine } from "./order-types.ts";
import type { Level, ShopContext } from "./shop.ts";

/*
 * Where the units of an order are, and how they move. Units are committed at the order's location, until they are fulfilled
 * from another one: there they are committed again when that fulfillment is cancelled.
 */

/** Some units of one line. */
export interface LineUnits {
  line: OrderLine;
  quantity: number;
}

export interface PlacedUnits extends LineUnits {
  locationId: number;
}

export const unfulfilled = ({ quantity, fulfilled }: OrderLine): number => quantity - fulfilled;

/** What of a line is not fulfilled, by the location where it is committed; the order's own comes first. */
export function committedUnits(order: Order, line: OrderLine): PlacedUnits[] {
  const elsewhere = Object.entries(line.elsewhere ?? {}).map(([id, quantity]) => ({
    line,
    quantity,
    locationId: Number(id),
  }));
  const rest = elsewhere.reduce((left, { quantity }) => left - quantity, unfulfilled(line));
  const places = [{ line, quantity: rest, locationId: order.locationId }, ...elsewhere];
  return places.filter(({ quantity }) => quantity > 0);
}

/** So many of the units, the first of them first. */
export function takeUnits(units: readonly PlacedUnits[], quantity: number): PlacedUnits[] {
  let missing = quantity;
  return units.flatMap((one) => {
    const taken = Math.min(one.quantity, missing);
    if (taken <= 0) return [];
    missing -= taken;
    return [{ ...one, quantity: taken }];
  });
}

/** Writes down where units are committed, or with -1 where they are no longer. */
export function countCommitted(
  order: Order,
  { line, quantity, locationId }: PlacedUnits,
  sign: 1 | -1,
): void {
  // What is committed at the order's own location is the rest.
  if (locationId === order.locationId) return;
  line.elsewhere = { ...line.elsewhere, [locationId]: (line.elsewhere?.[locationId] ?? 0) + sign * quantity };
}

/**
 * Adds units to quantities of their levels, or takes them away. More may be sold than there is, so none of the quantities
 * has a floor. Variants that were deleted meanwhile have no stock left to move.
 */
export function moveStock(
  ctx: ShopContext,
  of: {
    order: Order;
    units: readonly PlacedUnits[];
    by: Partial<Record<QuantityName, 1 | -1>>;
    reason: "placed" | "moved" | "fulfilled" | "fulfillment_cancelled" | "cancelled" | "returned";
  },
): void {
  const moved = new Set<Level>();
  for (const { line, quantity, locationId } of of.units) {
    const level = ctx.shop.items.get(line.itemId ?? 0)?.levels[locationId];
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
