import { looseId } from "../store/gid.ts";
import type { Order } from "../store/order-types.ts";
import { orderOfReturn } from "../store/parts.ts";
import { returnable } from "../store/returnable.ts";
import type { LineChange } from "../store/return-payloads.ts";
import type { Return, ReturnLine } from "../store/return-types.ts";
import {
  approveReturn,
  cancelReturn,
  changeLines,
  closeReturn,
  createReturn,
  emptyLine,
  processExchange,
  processReturn,
  reopenReturn,
  type NewReturnLine,
} from "../store/returns.ts";
import type { ShopContext } from "../store/shop.ts";
import { ControlError } from "./control-error.ts";
import { findItem } from "./find.ts";
import { lineWithId, linesNamed, sentLines } from "./name-lines.ts";
import type { NewReturnBody, ReturnLineBody, ReturnLinesBody } from "./return-bodies.ts";

/** What the shopper and the merchant do with returns: refuses what cannot be before anything changes. */

export function findReturn({ shop }: ShopContext, id: string): Return {
  const found = shop.returns.get(looseId("Return", id) ?? 0);
  if (!found) throw new ControlError(404, `There is no return "${id}".`);
  return found;
}

/** By the shopper, or by the merchant at once. */
export function askForReturn(ctx: ShopContext, of: Order, body: NewReturnBody): Return {
  const isRequest = body.status === "requested";
  const notes = (note = "") => ({
    reasonNote: isRequest ? "" : note,
    customerNote: isRequest && note ? note : null,
  });
  const lines = sentLines(ctx, of, body.lines).map(({ note, ...line }): NewReturnLine => ({
    ...line,
    ...notes(note),
  }));
  const unverified = body.unverified.map(({ note, unitPrice, quantity, reason }): NewReturnLine => ({
    ...{ quantity, reason, fulfillmentLineId: null },
    ...notes(note),
    unitPrice: Number(unitPrice).toFixed(2),
  }));
  const exchangeLines = body.exchange.map(({ quantity, ...name }) => ({
    variantId: findItem(ctx, name).variantId,
    quantity,
  }));
  return createReturn(ctx, of, {
    status: isRequest ? "REQUESTED" : "OPEN",
    lines: [...lines, ...unverified],
    exchangeLines,
  });
}

type Done = "approved" | "declined" | "cancelled" | "closed" | "reopened" | "processed" | "changed";

/** The states from which the merchant may take a step. */
const MAY: Record<Done, readonly Return["status"][]> = {
  approved: ["REQUESTED"],
  declined: ["REQUESTED"],
  cancelled: ["REQUESTED", "OPEN"],
  closed: ["OPEN"],
  reopened: ["CLOSED"],
  processed: ["OPEN"],
  changed: ["REQUESTED", "OPEN"],
};

export function refuseUnless({ name, status }: Return, done: Done): void {
  if (!MAY[done].includes(status))
    throw new ControlError(409, `${name} is ${status.toLowerCase()}: it cannot be ${done}.`);
}

export function approve(ctx: ShopContext, of: Return, { notify }: { notify: boolean }): void {
  refuseUnless(of, "approved");
  approveReturn(ctx, of, { notify });
}

export function cancel(ctx: ShopContext, of: Return, { notify }: { notify: boolean }): void {
  refuseUnless(of, "cancelled");
  if (of.lines.some(({ processed }) => processed))
    throw new ControlError(409, `Some of ${of.name} was processed: it cannot be cancelled.`);
  cancelReturn(ctx, of, { notify });
}

export function close(ctx: ShopContext, of: Return): void {
  refuseUnless(of, "closed");
  closeReturn(ctx, of);
}

export function reopen(ctx: ShopContext, of: Return): void {
  refuseUnless(of, "reopened");
  reopenReturn(ctx, of);
}

export function processExchangeLines(ctx: ShopContext, of: Return): void {
  refuseUnless(of, "processed");
  if (of.exchangeLines.every(({ quantity, processed }) => processed >= quantity))
    throw new ControlError(409, `No exchange item of ${of.name} is left to process.`);
  processExchange(ctx, of);
}

export function process(
  ctx: ShopContext,
  of: Return,
  { lines: named, notify }: { lines?: ReturnLineBody[]; notify: boolean },
): void {
  refuseUnless(of, "processed");
  const unprocessed = ({ quantity, processed }: ReturnLine) => quantity - processed;
  const pieces = named
    ? linesNamed(ctx, of, { named, left: unprocessed, what: "left to process" })
    : of.lines.map((line) => ({ line, quantity: unprocessed(line) })).filter(({ quantity }) => quantity > 0);
  if (!pieces.length) throw new ControlError(409, `Everything of ${of.name} was processed.`);
  processReturn(ctx, of, { pieces, notify });
}

export function editLines(ctx: ShopContext, of: Return, { add, remove, change }: ReturnLinesBody): void {
  refuseUnless(of, "changed");
  const removable = ({ quantity, processed }: ReturnLine) => quantity - processed;
  const removed = linesNamed(ctx, of, { named: remove, left: removable, what: "left to remove" });
  const changed = change.map(({ id, quantity }): LineChange => {
    const line = lineWithId(of, id);
    const most =
      line.quantity +
      (line.fulfillmentLineId === null
        ? Infinity
        : returnable(ctx.shop, orderOfReturn(ctx.shop, of), line.fulfillmentLineId));
    if (quantity < line.processed || quantity > most)
      throw new ControlError(
        409,
        `Of line ${id} there can be ${line.processed} to ${most}, not ${quantity}.`,
      );
    return { line, delta: quantity - line.quantity };
  });
  const added = sentLines(ctx, orderOfReturn(ctx.shop, of), add).map(
    ({ quantity, note = "", ...rest }): LineChange => ({
      line: emptyLine(ctx, { ...rest, reasonNote: note, customerNote: null }),
      delta: quantity,
    }),
  );
  const all = [...removed.map(({ line, quantity }) => ({ line, delta: -quantity })), ...changed, ...added];
  if (new Set(all.map(({ line }) => line)).size < all.length)
    throw new ControlError(400, "A line is named twice.");
  changeLines(
    ctx,
    of,
    all.filter(({ delta }) => delta),
  );
}
