import { Prisma, type Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { FulfilmentError, type MerchantSentence } from "../../../fulfilment/errors.ts";
import type { Fault, InboundChanges } from "../../../fulfilment/requests.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import { toObjection } from "../../inbounds/own-inbound.ts";
import type { Sender, SenderField } from "../../inbounds/sender.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteRefused } from "../../timeline/note-refused.ts";
import { note } from "../../timeline/timeline.ts";
import { senderFaults } from "./decide-sender.ts";
import { findSender, type SenderRefusal } from "./read-sender.ts";
import type { Need } from "../return-needs.ts";
import { beginChange, dropChange, endChange, keepSame, type SenderSource } from "./sender-change.ts";
import { changedFields, readTyped } from "./sender-form.ts";

export type ChangeSenderOutcome =
  /** It is sent next: with the announcement, or once another is answered. */
  | { outcome: "kept" }
  /** The warehouse has it. */
  | { outcome: "sent" }
  /** The warehouse would not take it like this: each field with its fault. Nothing is changed. */
  | { outcome: "invalid"; faults: Fault[] }
  /** The warehouse did not take it, in its own words. */
  | { outcome: "refused"; sentence: MerchantSentence }
  | SenderRefusal;

/**
 * Makes the sender of a return what the merchant typed. Before it is announced that is kept until then; afterwards the
 * fields that differ are sent to the warehouse, as long as it has not begun with the return, and kept until it has them. Labels that
 * show the sender before are no longer good then. Safe twice: the same words again differ in no field, so nothing is sent. The
 * timeline names the fields, never their values.
 */
export async function changeSender(
  ctx: ShopContext,
  { returnId, typed }: { returnId: string; typed: Partial<Record<SenderField, string>> },
): Promise<ChangeSenderOutcome> {
  const sender = readTyped(typed);
  const faults = senderFaults(sender);
  if (faults.length > 0) return { outcome: "invalid", faults };
  const at = await findSender(ctx, { returnId });
  switch (at.outcome) {
    case "not-announced":
      await keep(ctx, { returnId, sender });
      return { outcome: "kept" };
    case "announced":
      return sendNow(ctx, { returnId, inbound: at.inbound, sender });
    default:
      return at;
  }
}

async function keep(
  ctx: ShopContext,
  { returnId, sender }: { returnId: string; sender: Sender },
): Promise<void> {
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    await tx.return.updateMany({ where: { shop, returnId }, data: { sender } });
    await note({ ...ctx, db: tx }, { subject: returnId, kind: "asked", details: { what: "sender" } });
    await queueJob(tx, { name: "follow-return", shop, returnId });
  });
}

/**
 * Sends a sender that was kept while the return was being announced without it, or while another was on its way. It is forgotten
 * once the warehouse has it, or has begun with the return.
 * @returns what the warehouse objected to, or the failure to be thrown once what was done is kept
 */
export async function sendKeptSender(
  ctx: ShopContext,
  {
    warehouse,
    row,
    inbound,
  }: { warehouse: WarehouseClient; row: Pick<Return, "returnId" | "sender">; inbound: Inbound },
): Promise<{ needs: Need[]; failure?: FulfilmentError }> {
  const { returnId, sender } = row;
  if (sender === null) return { needs: [] };
  const source = { from: "merchant", sender: sender as Sender, isNew: false } as const;
  try {
    const done = await send(ctx, { warehouse, returnId, inbound, sender: source.sender, source });
    if (done.outcome === "moved-on") await forgetSender(ctx, row);
    return { needs: needsOf(done) };
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    return { needs: [], failure: error };
  }
}

/** Forgets a sender that was kept and can no longer be sent, and says so in the timeline. */
export async function dropKeptSender(
  ctx: ShopContext,
  { row, inbound }: { row: Pick<Return, "returnId" | "sender">; inbound: Inbound | null },
): Promise<void> {
  if (row.sender === null) return;
  const fields = changedFields(row.sender as Sender, inbound ?? {});
  const details = { fields: fields.join(", ") };
  const entry = { subject: row.returnId, kind: "inbound-change", details } as const;
  if (fields.length > 0) await note(ctx, { ...entry, outcome: "lost" });
  await forgetSender(ctx, row);
}

/** Sends a sender that was edited in Shopify since the return was announced. @returns as `sendKeptSender` */
export async function sendEditedSender(
  ctx: ShopContext,
  about: {
    warehouse: WarehouseClient;
    row: Pick<Return, "returnId">;
    inbound: Inbound;
    sender: Sender;
    /** Those that were edited, and that the warehouse has otherwise. */
    fields: readonly SenderField[];
    /** Fields that the warehouse does not take, and can do without. */
    leftOut: readonly SenderField[];
    digest: string;
  },
): Promise<{ needs: Need[]; failure?: FulfilmentError }> {
  const { row, leftOut, digest, ...what } = about;
  const { returnId } = row;
  try {
    const done = await send(ctx, { returnId, ...what, source: { from: "order", digest } });
    if (done.outcome === "sent") await noteLeftOut(ctx, { returnId, leftOut });
    return { needs: needsOf(done) };
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    return { needs: [], failure: error };
  }
}

const needsOf = (done: ChangeSenderOutcome): Need[] =>
  done.outcome === "refused" ? [{ kind: "refused", what: "sender", sentence: done.sentence }] : [];

/** Says in the timeline which fields of the order's sender the warehouse was not sent. */
export async function noteLeftOut(
  ctx: ShopContext,
  { returnId, leftOut }: { returnId: string; leftOut: readonly SenderField[] },
): Promise<void> {
  if (leftOut.length === 0) return;
  const details = { fields: leftOut.join(", ") };
  await note(ctx, { subject: returnId, kind: "sender-left-out", details });
}

/** As `send`, for a merchant who waits for the answer. What may not be sent yet, or has failed, is kept and sent afterwards. */
async function sendNow(
  ctx: ShopContext,
  about: { returnId: string; inbound: Inbound; sender: Sender },
): Promise<ChangeSenderOutcome> {
  const { returnId, sender } = about;
  const connection = await loadConnection(ctx);
  if (!connection) return { outcome: "not-connected" };
  const warehouse = ctx.warehouse(connection.accessToken);
  const source = { from: "merchant", sender, isNew: true } as const;
  const done = await send(ctx, { warehouse, ...about, source }).catch((error: unknown) => {
    if (!(error instanceof FulfilmentError)) throw error;
    return { outcome: "kept" } as const;
  });
  if (done.outcome === "kept") await keep(ctx, about);
  // For its label.
  else await queueJob(ctx.db, { name: "follow-return", shop: ctx.shop, returnId });
  return done;
}

/** The warehouse has it now. What the merchant has typed since stays, to be sent. */
export async function forgetSender(
  ctx: ShopContext,
  { returnId, sender }: Pick<Return, "returnId" | "sender">,
): Promise<void> {
  if (sender === null) return;
  await ctx.db.return.updateMany({
    where: { shop: ctx.shop, returnId, sender: { equals: sender } },
    data: { sender: Prisma.DbNull },
  });
}

/** @throws FulfilmentError when it may pass, or the warehouse as a whole fails */
async function send(
  ctx: ShopContext,
  {
    warehouse,
    returnId,
    inbound,
    sender,
    source,
    fields = changedFields(sender, inbound),
  }: {
    warehouse: WarehouseClient;
    returnId: string;
    inbound: Inbound;
    sender: Sender;
    source: SenderSource;
    /** Those that are sent. */
    fields?: readonly SenderField[];
  },
): Promise<ChangeSenderOutcome> {
  if (fields.length === 0 && source.from === "merchant")
    return { outcome: (await keepSame(ctx, { returnId, source })) ? "sent" : "kept" };
  const changes: InboundChanges = Object.fromEntries(fields.map((field) => [field, sender[field] ?? ""]));
  const entry = {
    subject: returnId,
    kind: "inbound-change",
    details: { fields: fields.join(", "), ...(source.from === "order" && { from: "order" }) },
  } as const;
  const change = await beginChange(ctx, { returnId, source });
  if (!change) return { outcome: "kept" };
  try {
    await warehouse.inbounds.update(inbound.ref, changes);
  } catch (error) {
    if (error instanceof FulfilmentError && error.turnedAway) await dropChange(ctx, change);
    const objection = await toObjection(warehouse, error);
    if (objection.code === "not-found") return { outcome: "inbound-gone" };
    const { sentence } = objection;
    await noteRefused(ctx, entry);
    // It may have begun with the return since we asked; then that is what to say.
    const again = await findSender(ctx, { returnId });
    return again.outcome === "announced" ? { outcome: "refused", sentence } : refusal(again);
  }
  await endChange(ctx, change, { entry });
  return { outcome: "sent" };
}

/** Why it can no longer be changed; one that is not announced any more has lost its inbound meanwhile. */
function refusal(
  at: Exclude<Awaited<ReturnType<typeof findSender>>, { outcome: "announced" }>,
): SenderRefusal {
  return at.outcome === "not-announced" ? { outcome: "inbound-gone" } : at;
}
