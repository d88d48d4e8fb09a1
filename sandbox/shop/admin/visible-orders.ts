import type { Order } from "../store/order-types.ts";
import type { AdminContext } from "./field.ts";

/** How far `read_orders` reaches back. */
const RECENT_DAYS = 60;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Older orders are as if they did not exist, unless the app has `read_all_orders` too. */
export function isVisible({ scopes, now }: AdminContext, { createdAt }: Order): boolean {
  const ageMs = now().getTime() - Date.parse(createdAt);
  return ageMs <= RECENT_DAYS * DAY_MS || scopes.includes("read_all_orders");
}

export function visibleOrder(ctx: AdminContext, id: number): Order | undefined {
  const order = ctx.shop.orders.get(id);
  return order && isVisible(ctx, order) ? order : undefined;
}

/** The order that a line, a fulfillment or a line of a fulfillment belongs to. */
export function visibleOrderWith(ctx: AdminContext, partId: number): Order | undefined {
  const order = ctx.shop.owners.orders.get(partId);
  return order && isVisible(ctx, order) ? order : undefined;
}
