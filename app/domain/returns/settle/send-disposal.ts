import { randomUUID } from "node:crypto";
import { ShopifyError } from "../../../shopify/errors.ts";
import { DisposeDocument } from "../../../shopify/generated/operations.ts";
import type { DispositionType, ShopReturn } from "../../../shopify/returns.ts";
import type { Joined } from "../../connection/load-connection.ts";
import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { makeRoom, type Room } from "../../stock/mirror/make-room.ts";
import {
  noteNotRestocked,
  noteRestocked,
  noteRestocks,
  type Restock,
} from "../../stock/mirror/note-restocks.ts";
import { sendOnce } from "../../timeline/send-once.ts";
import { note } from "../../timeline/timeline.ts";
import type { Disposal, Disposition } from "./decide-dispositions.ts";
import { refusedLately } from "./refused-lately.ts";
import type { ReturnLine } from "../return-lines.ts";
import type { Need } from "../return-needs.ts";
import { planOf } from "./unanswered-disposals.ts";

export interface SendDisposal {
  connection: Joined;
  shown: Pick<ShopReturn, "id" | "name" | "reverseOrders">;
  lines: readonly ReturnLine[];
  disposal: Disposal;
  hintOf(sku: Sku): bigint | null;
}

/**
 * Disposes of pieces of one reverse fulfilment order, in one call. RESTOCKED raises the shop's figure by itself, so
 * there is made room for it first; pieces for which there is none wait, and the others go on.
 * @returns whether anything was disposed of, what kept the rest from it, and whether there is no rest.
 * @throws FulfilmentError, ShopifyError
 */
export async function sendDisposal(
  ctx: ShopContext,
  about: SendDisposal,
): Promise<{ sent: boolean; needs: Need[]; isWhole: boolean }> {
  const { connection, shown, disposal } = about;
  const { reverseOrderId: key } = disposal;
  const { id: subject, name: of } = shown;
  const rooms = await roomsFor(ctx, about);
  const { dispositions, needs } = fit(about, rooms);
  if (dispositions.length === 0) return { sent: false, needs, isWhole: false };
  const plan = planOf(dispositions);
  const units = dispositions.reduce((sum, { quantity }) => sum + quantity, 0);
  const before = await refusedLately(ctx, { subject, kind: "dispose", key, same: { plan } });
  if (before !== null)
    return {
      sent: false,
      needs: [...needs, { kind: "disposition", reason: before, units }],
      isWhole: false,
    };

  const write = randomUUID();
  const restocks = restocksOf(dispositions, rooms);
  const details = { ...countByType(dispositions), plan, write };
  const answer = await sendOnce(
    ctx,
    { subject, kind: "dispose", key, details },
    {
      // The ledger's entries lie within the timeline's: cut off anywhere, it is the timeline that says what is open.
      send: async () => {
        await noteRestocks(ctx, { key: write, of, restocks });
        const reason = await send(ctx, { dispositions, locationId: connection.locationId });
        await (reason === undefined
          ? noteRestocked(ctx, { key: write, restocks })
          : noteNotRestocked(ctx, { key: write, reason }));
        return reason;
      },
      isNotSent: wasNotDone,
    },
  ).catch(async (error: unknown) => {
    if (wasNotDone(error)) await noteNotRestocked(ctx, { key: write });
    throw error;
  });
  switch (answer.sent) {
    case "done":
      return { sent: true, needs, isWhole: needs.length === 0 };
    case "refused":
      return {
        sent: false,
        needs: [...needs, { kind: "disposition", reason: answer.reason, units }],
        isWhole: false,
      };
    case "wait":
      // Whoever calls has found nothing unanswered; should there be something all the same, the next run sees to it.
      return { sent: false, needs, isWhole: false };
  }
}

/** How much of each variant may be put up now, of those that are to be. */
async function roomsFor(
  ctx: ShopContext,
  { connection, shown, disposal, hintOf }: SendDisposal,
): Promise<Map<VariantId, Room>> {
  const wanted = new Map<VariantId, number>();
  for (const { variantId, quantity } of disposal.dispositions)
    if (variantId) wanted.set(variantId as VariantId, (wanted.get(variantId as VariantId) ?? 0) + quantity);
  if (wanted.size === 0) return new Map();
  return makeRoom(ctx, {
    ...{ connection, wanted, of: shown.name, hintOf },
    onLowered: (sku, quantity) =>
      note(ctx, {
        subject: shown.id,
        kind: "stock-lower",
        details: { sku, quantity },
        outcome: "done",
      }),
  });
}

/** What may be disposed of now. Pieces without room are left out, and shown as waiting. */
function fit(
  { disposal, lines, shown }: SendDisposal,
  rooms: ReadonlyMap<VariantId, Room>,
): { dispositions: Disposition[]; needs: Need[] } {
  const left = new Map([...rooms].map(([variantId, { pieces }]) => [variantId, pieces]));
  const needs: Need[] = [];
  const dispositions = disposal.dispositions.flatMap((one): Disposition[] => {
    if (!one.variantId) return [one];
    const variantId = one.variantId as VariantId;
    const quantity = Math.min(one.quantity, left.get(variantId) ?? 0);
    left.set(variantId, (left.get(variantId) ?? 0) - quantity);
    const why = rooms.get(variantId)?.why;
    if (quantity < one.quantity && why)
      needs.push({
        ...{ kind: "restock-waits", why, quantity: one.quantity - quantity },
        ...lineOf(one, { lines, shown }),
      });
    return quantity > 0 ? [{ ...one, quantity }] : [];
  });
  return { dispositions, needs };
}

function lineOf(
  { reverseLineId }: Disposition,
  { lines, shown }: Pick<SendDisposal, "lines" | "shown">,
): Pick<ReturnLine, "id" | "title"> {
  const reverseLine = shown.reverseOrders.flatMap((one) => one.lines).find(({ id }) => id === reverseLineId);
  const line = lines.find(({ id }) => id === reverseLine?.fulfillmentLineItemId);
  return { id: line?.id ?? reverseLineId, title: line?.title ?? "" };
}

/** Of variants whose stock the shop counts, what this raises. */
function restocksOf(dispositions: readonly Disposition[], rooms: ReadonlyMap<VariantId, Room>): Restock[] {
  return [...rooms].flatMap(([variantId, { looked }]): Restock[] => {
    const pieces = dispositions
      .filter((one) => one.variantId === variantId)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return looked && pieces > 0 ? [{ looked, pieces }] : [];
  });
}

const NAMES: Record<DispositionType, string> = {
  RESTOCKED: "restocked",
  NOT_RESTOCKED: "notRestocked",
  PROCESSING_REQUIRED: "processingRequired",
  MISSING: "missing",
};

function countByType(dispositions: readonly Disposition[]): Record<string, number> {
  const counts = Object.fromEntries(Object.values(NAMES).map((name) => [name, 0]));
  for (const { type, quantity } of dispositions) counts[NAMES[type]]! += quantity;
  return counts;
}

/** @returns what Shopify objected to. */
async function send(
  ctx: ShopContext,
  { dispositions, locationId }: { dispositions: readonly Disposition[]; locationId: string },
): Promise<string | undefined> {
  const inputs = dispositions.map(({ reverseLineId, quantity, type }) => ({
    ...{ reverseFulfillmentOrderLineItemId: reverseLineId, quantity, dispositionType: type },
    ...(type === "RESTOCKED" && { locationId }),
  }));
  const { reverseFulfillmentOrderDispose } = await ctx.admin.request(DisposeDocument, { inputs });
  return reverseFulfillmentOrderDispose?.userErrors[0]?.message;
}

/** Shopify answered, and did nothing; an answer that is missing or of another form says nothing. */
export function wasNotDone(error: unknown): boolean {
  return error instanceof ShopifyError && !error.ambiguous;
}
