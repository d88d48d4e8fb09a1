import { looseId } from "../store/gid.ts";
import type { Order } from "../store/order-types.ts";
import { findFulfillmentLine, orderLine } from "../store/parts.ts";
import { returnable } from "../store/returnable.ts";
import type { Return, ReturnLine } from "../store/return-types.ts";
import type { ShopContext } from "../store/shop.ts";
import { ControlError } from "./control-error.ts";
import type { ReturnLineBody, SentLineBody } from "./return-bodies.ts";

/** Finds what somebody means by a line, and refuses what there is not enough of. */

interface SentPieces {
  fulfillmentLineId: number;
  quantity: number;
  reason: number;
  note?: string;
}

/** Pieces of an order's line may have been sent in several parcels, so that one wish becomes several lines. */
export function sentLines(ctx: ShopContext, of: Order, wishes: readonly SentLineBody[]): SentPieces[] {
  const taken = new Map<number, number>();
  return wishes.flatMap(({ reason, note, ...wish }) => {
    const name = wish.sku ?? wish.variantId ?? wish.lineId ?? wish.fulfillmentLineId ?? "";
    const sent = of.fulfillments
      .flatMap(({ lines }) => lines)
      .filter((one) => isMeant(of, one, wish))
      .map((one) => ({ id: one.id, left: returnable(ctx.shop, of, one.id) - (taken.get(one.id) ?? 0) }));
    const left = sent.reduce((sum, one) => sum + one.left, 0);
    const wanted = wish.quantity ?? left;
    if (!sent.length) throw new ControlError(404, `Nothing named "${name}" of #${of.number} was sent.`);
    if (!wanted || wanted > left)
      throw new ControlError(
        409,
        `Of "${name}" in #${of.number} ${left} can be returned, not ${wish.quantity ?? "any"}.`,
      );
    let missing = wanted;
    return sent.flatMap(({ id, left: here }) => {
      const quantity = Math.min(here, missing);
      if (quantity <= 0) return [];
      missing -= quantity;
      taken.set(id, (taken.get(id) ?? 0) + quantity);
      return [{ fulfillmentLineId: id, quantity, reason, note }];
    });
  });
}

function isMeant(
  of: Order,
  { id, lineId }: { id: number; lineId: number },
  wish: Pick<SentLineBody, "sku" | "variantId" | "lineId" | "fulfillmentLineId">,
): boolean {
  const line = orderLine(of, lineId);
  return (
    (wish.sku !== undefined && line.sku === wish.sku) ||
    (wish.variantId !== undefined && line.variantId === looseId("ProductVariant", wish.variantId)) ||
    (wish.lineId !== undefined && lineId === looseId("LineItem", wish.lineId)) ||
    (wish.fulfillmentLineId !== undefined && id === looseId("FulfillmentLineItem", wish.fulfillmentLineId))
  );
}

export function lineWithId(of: Return, id: string | number): ReturnLine {
  const number =
    looseId("ReturnLineItem", id) ??
    looseId("UnverifiedReturnLineItem", id) ??
    looseId("ReverseFulfillmentOrderLineItem", id);
  const work = of.reverseOrders.flatMap(({ lines }) => lines).find((line) => line.id === number);
  const found = of.lines.find((line) => line.id === (work?.returnLineId ?? number));
  if (!found) throw new ControlError(404, `${of.name} has no line "${id}".`);
  return found;
}

/** Pieces of lines that are named by an id or by what was ordered; of all that is left without a quantity. */
export function linesNamed(
  ctx: ShopContext,
  of: Return,
  {
    named,
    left,
    what,
  }: { named: readonly ReturnLineBody[]; left: (line: ReturnLine) => number; what: string },
): { line: ReturnLine; quantity: number }[] {
  return named.flatMap(({ id, sku, variantId, quantity }) => {
    const name = id ?? sku ?? variantId ?? "";
    const found =
      id !== undefined
        ? [lineWithId(of, id)]
        : of.lines.filter((line) => {
            const sold = findFulfillmentLine(ctx.shop, line.fulfillmentLineId)?.orderLine;
            return sku !== undefined
              ? sold?.sku === sku
              : sold?.variantId === looseId("ProductVariant", variantId!);
          });
    const [line] = found;
    if (!line) throw new ControlError(404, `${of.name} has no line "${name}".`);
    if (found.length > 1)
      throw new ControlError(400, `${found.length} lines of ${of.name} are "${name}": use the line's id.`);
    const wanted = quantity ?? left(line);
    if (!wanted || wanted > left(line))
      throw new ControlError(
        409,
        `Of "${name}" in ${of.name} ${left(line)} are ${what}, not ${quantity ?? "any"}.`,
      );
    return { line, quantity: wanted };
  });
}
