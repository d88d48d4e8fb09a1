import { Prisma, type Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import { FulfilmentError, type MerchantSentence } from "../../../fulfilment/errors.ts";
import type { Fault, InboundChanges } from "../../../fulfilment/requests.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { Sender, SenderField } from "../../inbounds/sender.ts";
import type { ShopContext } from "../../shop-context.ts";
import { note } from "../../timeline/timeline.ts";
import { senderFaults } from "./decide-sender.ts";
import { findSender, type SenderRefusal } from "./read-sender.ts";
import type { Need } from "../return-needs.ts";
import { changedFields, readTyped } from "./sender-form.ts";

/** When a sender that could not be sent is tried again, in milliseconds. */
const AGAIN_MS = 60_000;

export type ChangeSenderOutcome =
  /** It goes out with the announcement, which is tried next. */
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
 * fields that differ are sent to the warehouse, as long as it has not begun with the goods, and nothing is kept. Safe
 * twice: the same words again differ in no field, so nothing is sent. The timeline names the fields, never their values.
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
      return send(ctx, { returnId, inbound: at.inbound, sender });
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
 * Sends a sender that was kept while the return was being announced without it, and forgets it: the warehouse has it, or
 * has begun with the goods.
 * @returns what the warehouse objected to
 */
export async function sendKeptSender(
  ctx: ShopContext,
  { row, inbound }: { row: Pick<Return, "returnId" | "sender">; inbound: Inbound },
): Promise<Need[]> {
  if (row.sender === null) return [];
  const done = await send(ctx, { returnId: row.returnId, inbound, sender: row.sender as Sender });
  if (done.outcome === "warehouse-failed") {
    await queueJob(ctx.db, { name: "follow-return", shop: ctx.shop, returnId: row.returnId, inMs: AGAIN_MS });
    return [];
  }
  await forgetSender(ctx, row);
  return done.outcome === "refused" ? [{ kind: "refused", sentence: done.sentence }] : [];
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

async function send(
  ctx: ShopContext,
  { returnId, inbound, sender }: { returnId: string; inbound: Inbound; sender: Sender },
): Promise<ChangeSenderOutcome> {
  const fields = changedFields(sender, inbound);
  if (fields.length === 0) return { outcome: "sent" };
  const connection = await loadConnection(ctx);
  if (!connection) return { outcome: "not-connected" };
  const changes: InboundChanges = Object.fromEntries(fields.map((field) => [field, sender[field] ?? ""]));
  const entry = {
    subject: returnId,
    kind: "inbound-change",
    details: { fields: fields.join(", ") },
  } as const;
  try {
    await ctx.warehouse(connection.accessToken).inbounds.update(inbound.ref, changes);
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    if (error.code === "not-found") return { outcome: "inbound-gone" };
    if (error.code !== "refused") return { outcome: "warehouse-failed", sentence: error.sentence };
    await note(ctx, { ...entry, outcome: "refused" });
    // It may have begun with the goods since we asked; then that is what to say.
    const again = await findSender(ctx, { returnId });
    return again.outcome === "announced" ? { outcome: "refused", sentence: error.sentence } : refusal(again);
  }
  await note(ctx, { ...entry, outcome: "done" });
  return { outcome: "sent" };
}

/** Why it can no longer be changed; one that is not announced any more has lost its inbound meanwhile. */
function refusal(
  at: Exclude<Awaited<ReturnType<typeof findSender>>, { outcome: "announced" }>,
): SenderRefusal {
  return at.outcome === "not-announced" ? { outcome: "inbound-gone" } : at;
}
