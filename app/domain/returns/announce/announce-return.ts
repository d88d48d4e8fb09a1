import type { Prisma, Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { FulfilmentError } from "../../../fulfilment/errors.ts";
import type { ShopReturn } from "../../../shopify/returns.ts";
import type { InboundRef, Sku } from "../../ids.ts";
import { refOfLine } from "../../inbounds/compare-lines.ts";
import { toObjection } from "../../inbounds/own-inbound.ts";
import type { Sender, SenderField } from "../../inbounds/sender.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteRefused } from "../../timeline/note-refused.ts";
import { note } from "../../timeline/timeline.ts";
import { forgetSender, noteLeftOut } from "./change-sender.ts";
import { senderFaults } from "./decide-sender.ts";
import { fitSender } from "./fit-sender.ts";
import { digestOf, type SenderOrigin } from "./sender-origin.ts";
import { keepLabels, outdateLabels } from "../label/label-version.ts";
import type { ReturnLine } from "../return-lines.ts";
import type { Need } from "../return-needs.ts";
import { numberOf } from "../return-ref.ts";
import type { ReturnSettings } from "../return-settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
/** The most characters the interface takes. */
const SUPPLIER_REF = 35;

/** What is kept of an inbound's day and sender. */
type InboundFacts = Pick<Return, "renewedTo" | "dueOn" | keyof SenderOrigin>;

export type Announced =
  | { inbound: Inbound; facts: InboundFacts; needs?: undefined }
  | { inbound?: undefined; facts?: undefined; needs: Need[] };

/**
 * Makes the inbound of a return. Safe twice: its reference is derived from the return, and a create whose answer was lost
 * is looked for before it is sent again (`createOnce`). That it may exist is written down before it is sent, so that a
 * return cancelled meanwhile leaves none behind, whatever happens to this run.
 * @returns the inbound, or what keeps the warehouse from taking it.
 * @throws FulfilmentError when the warehouse did not answer as its interface says
 */
export async function announceReturn(
  ctx: ShopContext,
  about: {
    warehouse: WarehouseClient;
    row: Pick<Return, "returnId" | "inboundRef" | "sender" | "announcingAt"> & InboundFacts;
    shown: ShopReturn;
    settings: ReturnSettings;
    /** What each line is, and whether it is sent. */
    lines: readonly ReturnLine[];
    wanted: ReadonlyMap<Sku, number>;
  },
): Promise<Announced> {
  const { warehouse, row, shown, lines, wanted } = about;
  const { shop } = ctx;
  const { returnId } = row;
  const ref = row.inboundRef as InboundRef;
  const pieces = [...wanted.values()].reduce((sum, quantity) => sum + quantity, 0);
  const { sender, leftOut } = senderOf(row, shown);
  const faults = senderFaults(sender);
  if (faults.length > 0) return { needs: faults.map((fault) => ({ kind: "sender", ...fault })) };
  // From here on it counts as sent, with the lines that are, and no label of an earlier inbound is good.
  const ofShopper = shown.shopper ? digestOf(ctx, fitSender(shown.shopper).sender) : null;
  const { renewedTo, dueOn, senderDigest, senderIsTyped, senderDiffers } = row;
  const before: InboundFacts = { renewedTo, dueOn, senderDigest, senderIsTyped, senderDiffers };
  const fresh: InboundFacts = {
    ...{ renewedTo: null, dueOn: null },
    ...{ senderDigest: ofShopper, senderIsTyped: row.sender !== null, senderDiffers: false },
  };
  const data = { announcingAt: ctx.clock(), lines: lines as Prisma.InputJsonArray, ...fresh };
  const outdated = await ctx.db.$transaction(async (tx) => {
    await tx.return.updateMany({ where: { shop, returnId }, data });
    return outdateLabels(tx, { shop, returnId });
  });
  const keepAsBefore = async (since: Partial<Pick<Return, "announcingAt">> = {}) => {
    await keepLabels(ctx.db, { shop, returnId, outdated });
    await ctx.db.return.updateMany({ where: { shop, returnId }, data: { ...before, ...since } });
  };
  try {
    const { record, how, wasThere } = await warehouse.inbounds.create({
      ...{ ref, type: "return", supplierRef: recognisable(shown) },
      expectedReceiveDate: expectedOn(shown, { days: about.settings.expectedDays, now: ctx.clock() }),
      ...sender,
      // Left out it would be null at some warehouses and missing at others.
      senderAddressLine2: sender.senderAddressLine2 ?? null,
      lines: [...wanted].map(([sku, quantity]) => ({ ref: refOfLine(ref, sku), sku, quantity })),
    });
    // One that was there before is the one that the labels and all that is kept are of.
    if (wasThere) await keepAsBefore({ announcingAt: row.announcingAt ?? data.announcingAt });
    await note(ctx, { subject: returnId, kind: "announce", details: { ref, pieces, how }, outcome: "done" });
    await noteLeftOut(ctx, { returnId, leftOut });
    // One that was there before may have another.
    if (wasThere && row.sender !== null) await queueJob(ctx.db, { name: "follow-return", shop, returnId });
    else await forgetSender(ctx, row);
    return { inbound: record, facts: wasThere ? before : fresh };
  } catch (error) {
    if (error instanceof FulfilmentError && error.turnedAway) await keepAsBefore();
    const { sentence } = await toObjection(warehouse, error);
    const { reason } = sentence.values;
    await noteRefused(ctx, { subject: returnId, kind: "announce", details: { ref, reason } });
    return { needs: [{ kind: "refused", what: "announce", units: pieces, sentence }] };
  }
}

/** As the merchant typed it, which is held to the interface already, or as the order has it. */
function senderOf(
  { sender }: Pick<Return, "sender">,
  { shopper }: Pick<ShopReturn, "shopper">,
): { sender: Sender; leftOut: SenderField[] } {
  if (sender !== null) return { sender: sender as Sender, leftOut: [] };
  return shopper ? fitSender(shopper) : { sender: {}, leftOut: [] };
}

/** What stands on the parcel, for the shopper and for whoever opens it: #1001-R1. */
function recognisable({ name, id }: Pick<ShopReturn, "name" | "id">): string {
  return name.length <= SUPPLIER_REF ? name : `R${numberOf(id)}`;
}

/** `YYYY-MM-DD`, so many days after the approval, and never in the past. */
function expectedOn(
  { approvedAt, createdAt }: Pick<ShopReturn, "approvedAt" | "createdAt">,
  { days, now }: { days: number; now: Date },
): string {
  const due = (approvedAt ?? createdAt).getTime() + days * DAY_MS;
  return new Date(Math.max(due, now.getTime())).toISOString().slice(0, 10);
}
