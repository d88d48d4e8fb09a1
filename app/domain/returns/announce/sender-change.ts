import { isDeepStrictEqual } from "node:util";
import { Prisma, type Return } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { Sender } from "../../inbounds/sender.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { holdJob } from "../../../jobs/give-back.ts";
import type { ShopContext } from "../../shop-context.ts";
import { MAY_ARRIVE_MS } from "../../timeline/send-once.ts";
import { note, type NewEntry } from "../../timeline/timeline.ts";
import { keepLabels, outdateLabels, type LabelVersions } from "../label/label-version.ts";
import { keepOrders, keepTyped } from "./sender-origin.ts";

/*
 * A corrected sender on its way to the warehouse: the order's after an edit in Shopify, or the merchant's, which is stored until the
 * warehouse has it. One is on its way at a time; until it is answered or can no longer arrive, no other is sent, for nobody knows which
 * would arrive last. From when it is sent, the labels before are no longer good, and no label is taken while nobody knows which sender
 * it would show.
 */

/** For how long, in milliseconds, a corrected sender may still arrive that is not answered; 0 when there is none. */
export function mayChangeMs({ senderSentAt }: Pick<Return, "senderSentAt">, now: Date): number {
  return senderSentAt ? Math.max(0, senderSentAt.getTime() + MAY_ARRIVE_MS - now.getTime()) : 0;
}

/** Whose sender it is: the order's, with its digest (`sender-origin.ts`), or the merchant's, typed now or stored before. */
export type SenderSource =
  | { from: "order"; digest: string }
  | { from: "merchant"; sender: Sender; isNew: boolean };

interface SenderChange {
  returnId: string;
  source: SenderSource;
  sentAt: Date;
  /** How it was before. */
  before: LockedSender;
  outdated: LabelVersions;
}

type LockedSender = Pick<Return, "senderSentAt" | "senderIsTyped" | "sender">;

/**
 * To be called before a sender is sent, and one of the two below when it is answered. What the merchant typed now takes the place of
 * what is stored.
 * @returns null where it must not be sent: another is on its way, or the merchant has typed another
 * @throws JobGivenBackError; then it must not be sent
 */
export async function beginChange(
  ctx: ShopContext,
  { returnId, source }: { returnId: string; source: SenderSource },
): Promise<SenderChange | null> {
  const { shop } = ctx;
  const sentAt = ctx.clock();
  return ctx.db.$transaction(async (tx) => {
    const before = await lockWanted(tx, { shop, returnId, source, now: sentAt });
    if (!before) return null;
    // After the return, as in a request that has it followed.
    if (ctx.jobId !== null) await holdJob(tx, ctx.jobId);
    const outdated = await outdateLabels(tx, { shop, returnId });
    const sender = source.from === "merchant" ? { sender: source.sender } : {};
    await tx.return.updateMany({ where: { shop, returnId }, data: { senderSentAt: sentAt, ...sender } });
    // A job that is cut off is tried again. Where a request is, this looks after the sender and its label.
    if (ctx.jobId === null)
      await queueJob(tx, { name: "follow-return", shop, returnId, inMs: MAY_ARRIVE_MS });
    return { returnId, source, sentAt, before, outdated };
  });
}

/** @returns null where this sender is not to be sent now */
async function lockWanted(
  tx: Tx,
  { shop, returnId, source, now }: { shop: string; returnId: string; source: SenderSource; now: Date },
): Promise<LockedSender | null> {
  const [row] = await tx.$queryRaw<LockedSender[]>`
    SELECT "senderSentAt", "senderIsTyped", "sender" FROM "Return"
    WHERE "shop" = ${shop} AND "returnId" = ${returnId} FOR UPDATE`;
  if (!row || mayChangeMs(row, now) > 0) return null;
  const isWanted =
    source.from === "order"
      ? !row.senderIsTyped && row.sender === null
      : source.isNew || isDeepStrictEqual(row.sender, source.sender);
  return isWanted ? row : null;
}

/** The warehouse has the merchant's sender already. @returns false where another may still replace it */
export async function keepSame(
  { db, shop, clock }: ShopContext,
  { returnId, source }: { returnId: string; source: SenderSource & { from: "merchant" } },
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const row = await lockWanted(tx, { shop, returnId, source, now: clock() });
    if (!row) return false;
    await tx.return.updateMany({ where: { shop, returnId }, data: { sender: source.sender } });
    await keepTyped(tx, { shop, returnId, senderSentAt: row.senderSentAt, sender: source.sender });
    return true;
  });
}

/** The warehouse has taken it. */
export async function endChange(
  ctx: ShopContext,
  { returnId, source, sentAt }: SenderChange,
  { entry }: { entry: NewEntry },
): Promise<void> {
  const of = { shop: ctx.shop, returnId, senderSentAt: sentAt };
  await ctx.db.$transaction(async (tx) => {
    await (source.from === "order"
      ? keepOrders(tx, { ...of, digest: source.digest })
      : keepTyped(tx, { ...of, sender: source.sender }));
    await note({ ...ctx, db: tx }, { ...entry, outcome: "done" });
  });
}

/** The warehouse has refused it: the labels before are as good as they were, and what was stored before is sent again. */
export async function dropChange(
  { db, shop }: ShopContext,
  { returnId, source, sentAt, before, outdated }: SenderChange,
): Promise<void> {
  const { senderSentAt, sender } = before;
  await db.$transaction(async (tx) => {
    await keepLabels(tx, { shop, returnId, outdated });
    const where = { shop, returnId, senderSentAt: sentAt };
    await tx.return.updateMany({ where, data: { senderSentAt } });
    if (source.from === "order" || !source.isNew) return;
    await tx.return.updateMany({
      where: { shop, returnId, sender: { equals: source.sender } },
      data: { sender: sender ?? Prisma.DbNull },
    });
  });
}
