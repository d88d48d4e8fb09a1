import { mailShopper } from "./mails.ts";
import { announceOrder } from "./orders.ts";
import { orderName, type Order } from "./order-types.ts";
import { findFulfillmentLine, indexReturn, orderOfReturn } from "./parts.ts";
import {
  returnDeclinePayload,
  returnPayload,
  returnProcessPayload,
  returnStatusPayload,
  returnUpdatePayload,
  type LineChange,
} from "./return-payloads.ts";
import type { ExchangeLine, Return, ReturnLine } from "./return-types.ts";
import { followLines } from "./reverse-orders.ts";
import { nextId, type ShopContext } from "./shop.ts";

/*
 * The life of a return. Whoever calls has checked that it may take the step. None of them moves the order's
 * `updatedAt`, as in Shopify's recorded answers; only confirming what came back does.
 */

export type NewReturnLine = Omit<ReturnLine, "id" | "processed">;

export interface NewReturn {
  status: "REQUESTED" | "OPEN";
  lines: readonly NewReturnLine[];
  exchangeLines?: readonly Omit<ExchangeLine, "id" | "processed">[];
}

/** By the shopper, or at once by the merchant or an app. */
export function createReturn(ctx: ShopContext, order: Order, wanted: NewReturn): Return {
  const { shop } = ctx;
  const at = ctx.now().toISOString();
  const isOpen = wanted.status === "OPEN";
  const of: Return = {
    id: nextId(shop),
    orderId: order.id,
    name: `${orderName(order)}-R${order.returnIds.length + 1}`,
    status: wanted.status,
    createdAt: at,
    requestApprovedAt: isOpen ? at : null,
    closedAt: null,
    decline: null,
    lines: wanted.lines.map((line) => ({ ...line, id: nextId(shop), processed: 0 })),
    exchangeLines: (wanted.exchangeLines ?? []).map((line) => ({ ...line, id: nextId(shop), processed: 0 })),
    reverseOrders: [],
  };
  shop.returns.add(of);
  order.returnIds.push(of.id);
  if (isOpen) followLines(shop, of);
  indexReturn(shop.owners, of);
  ctx.announce(isOpen ? "returns/approve" : "returns/request", () => returnPayload(shop, of));
  return of;
}

export interface Notify {
  /** Whether the shopper gets a mail. */
  notify: boolean;
}

export function approveReturn(ctx: ShopContext, of: Return, { notify }: Notify): void {
  Object.assign(of, { status: "OPEN", requestApprovedAt: ctx.now().toISOString() });
  followLines(ctx.shop, of);
  ctx.announce("returns/approve", () => returnPayload(ctx.shop, of));
  if (notify) mailShopper(ctx, of, { kind: "return-approved" });
}

export function declineReturn(
  ctx: ShopContext,
  of: Return,
  { notify, ...decline }: Notify & NonNullable<Return["decline"]>,
): void {
  Object.assign(of, { status: "DECLINED", decline });
  ctx.announce("returns/decline", () => returnDeclinePayload(of));
  if (notify) mailShopper(ctx, of, { kind: "return-declined" });
}

export function cancelReturn(ctx: ShopContext, of: Return, { notify }: Notify): void {
  of.status = "CANCELED";
  for (const one of of.reverseOrders) one.status = "CANCELED";
  ctx.announce("returns/cancel", () => returnStatusPayload(of));
  if (notify) mailShopper(ctx, of, { kind: "return-cancelled" });
}

export function closeReturn(ctx: ShopContext, of: Return): void {
  Object.assign(of, { status: "CLOSED", closedAt: ctx.now().toISOString() });
  for (const one of of.reverseOrders) if (one.status === "OPEN") one.status = "CLOSED";
  ctx.announce("returns/close", () => returnStatusPayload(of));
}

export function reopenReturn(ctx: ShopContext, of: Return): void {
  Object.assign(of, { status: "OPEN", closedAt: null });
  for (const one of of.reverseOrders) if (one.status === "CLOSED") one.status = "OPEN";
  ctx.announce("returns/reopen", () => returnStatusPayload(of));
}

/**
 * Takes pieces away from lines, or adds some. A line of which nothing is left is gone, with its work and the deliveries'
 * lines of it; a return of which nothing is left is closed.
 */
export function changeLines(ctx: ShopContext, of: Return, changes: readonly LineChange[]): void {
  for (const { line, delta } of changes) line.quantity += delta;
  const left = of.lines.filter(({ quantity }) => quantity > 0);
  const added = changes
    .map(({ line }) => line)
    .filter((line) => line.quantity > 0 && !of.lines.includes(line));
  of.lines = [...left, ...added];
  if (of.status === "OPEN") followLines(ctx.shop, of);
  indexReturn(ctx.shop.owners, of);
  ctx.announce("returns/update", () => returnUpdatePayload(of, changes));
  if (!of.lines.length) closeReturn(ctx, of);
}

/** A line that is not part of the return yet, to be added with a delta. */
export const emptyLine = ({ shop }: ShopContext, line: Omit<NewReturnLine, "quantity">): ReturnLine => ({
  ...line,
  id: nextId(shop),
  quantity: 0,
  processed: 0,
});

/** Confirms that all exchange items go out. The order's new lines are not simulated. */
export function processExchange(ctx: ShopContext, of: Return): void {
  for (const line of of.exchangeLines) line.processed = line.quantity;
  ctx.announce("returns/process", () => returnProcessPayload(of));
}

/** Confirms pieces as come back, which the order's figures follow. What became of them is said elsewhere. */
export function processReturn(
  ctx: ShopContext,
  of: Return,
  { pieces, notify }: Notify & { pieces: readonly { line: ReturnLine; quantity: number }[] },
): void {
  for (const { line, quantity } of pieces) {
    line.processed += quantity;
    const sold = findFulfillmentLine(ctx.shop, line.fulfillmentLineId)?.orderLine;
    if (sold) sold.returned += quantity;
  }
  ctx.announce("returns/process", () => returnProcessPayload(of));
  announceOrder(ctx, orderOfReturn(ctx.shop, of));
  if (notify) mailShopper(ctx, of, { kind: "return-processed" });
}
