import type { Return, ReturnLine, ReverseLine, ReverseOrder } from "../store/return-types.ts";
import { createDelivery, dispose, itemOf } from "../store/reverse-work.ts";
import type { ShopContext } from "../store/shop.ts";
import { ControlError } from "./control-error.ts";
import { findLocation } from "./find.ts";
import type { DeliveryBody, DisposeBody, ReturnLineBody } from "./return-bodies.ts";
import { linesNamed } from "./name-lines.ts";

/** What the merchant or another app does with goods that come back. */

interface Work {
  reverseOrder: ReverseOrder;
  line: ReverseLine;
  quantity: number;
}

export function disposeGoods(ctx: ShopContext, of: Return, body: DisposeBody): void {
  const location = body.location === undefined ? undefined : findLocation(ctx, body.location);
  if (body.type === "RESTOCKED" && !location)
    throw new ControlError(400, "Say at which location they are restocked.");
  const left = ({ quantity, dispositions }: ReverseLine) =>
    quantity - dispositions.reduce((sum, one) => sum + one.quantity, 0);
  const work = workOf(ctx, of, { named: body.lines, left, what: "left to dispose" });
  if (body.type === "RESTOCKED" && work.some(({ line }) => !itemOf(ctx.shop, line)))
    throw new ControlError(
      409,
      `Some of ${of.name} is nothing the shop keeps stock of: it cannot be restocked.`,
    );
  for (const [reverseOrder, lines] of byOrder(work))
    dispose(
      ctx,
      { of, reverseOrder },
      {
        ...{ by: body.by, app: body.app },
        wanted: lines.map(({ line, quantity }) => ({
          ...{ line, quantity, type: body.type },
          locationId: location?.id ?? null,
        })),
      },
    );
}

export function deliverBack(ctx: ShopContext, of: Return, body: DeliveryBody): void {
  const left = (line: ReverseLine, { deliveries }: ReverseOrder) =>
    line.quantity -
    deliveries
      .flatMap(({ lines }) => lines)
      .filter(({ reverseLineId }) => reverseLineId === line.id)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  const work = workOf(ctx, of, { named: body.lines, left, what: "not on their way" });
  for (const [reverseOrder, lines] of byOrder(work))
    createDelivery(
      ctx,
      { of, reverseOrder },
      {
        ...{ labelUrl: body.label, tracking: body.tracking, notify: body.notify },
        lines: lines.map(({ line, quantity }) => ({ reverseLineId: line.id, quantity })),
      },
    );
}

/** Each piece of work that is named, or all of which something is left. */
function workOf(
  ctx: ShopContext,
  of: Return,
  {
    named,
    left,
    what,
  }: {
    named: readonly ReturnLineBody[] | undefined;
    left: (line: ReverseLine, of: ReverseOrder) => number;
    what: string;
  },
): Work[] {
  const open = of.reverseOrders.filter(({ status }) => status === "OPEN");
  const all = open.flatMap((reverseOrder) =>
    reverseOrder.lines.map((line): Work => ({ reverseOrder, line, quantity: left(line, reverseOrder) })),
  );
  const workFor = ({ id }: ReturnLine) => all.find(({ line }) => line.returnLineId === id);
  const work = named
    ? linesNamed(ctx, of, { named, left: (line) => workFor(line)?.quantity ?? 0, what }).map(
        ({ line, quantity }): Work => ({ ...workFor(line)!, quantity }),
      )
    : all.filter(({ quantity }) => quantity > 0);
  if (!work.length) throw new ControlError(409, `Nothing of ${of.name} is ${what}.`);
  return work;
}

function byOrder(work: readonly Work[]): Map<ReverseOrder, Work[]> {
  const groups = new Map<ReverseOrder, Work[]>();
  for (const one of work) groups.set(one.reverseOrder, [...(groups.get(one.reverseOrder) ?? []), one]);
  return groups;
}
