import { Prisma, type Return } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { MAY_ARRIVE_MS } from "../../timeline/send-once.ts";
import { note, type NewEntry } from "../../timeline/timeline.ts";
import { keepLabels, outdateLabels, type LabelVersions } from "../label/label-version.ts";
import { keepOrders, keepTyped } from "./sender-origin.ts";

/*
 * A corrected sender on its way to the warehouse. From when it is sent, the labels before are no longer good, and until it
 * can no longer arrive or is answered, no other is taken, for nobody knows which sender it would show. One whose
 * answer is lost counts as taken: a label that is fetched afterwards shows the sender that the warehouse has.
 */

/** For how long, in milliseconds, a corrected sender may still arrive that is not answered; 0 when there is none. */
export function mayChangeMs({ senderSentAt }: Pick<Return, "senderSentAt">, now: Date): number {
  return senderSentAt ? Math.max(0, senderSentAt.getTime() + MAY_ARRIVE_MS - now.getTime()) : 0;
}

interface SenderChange {
  returnId: string;
  sentAt: Date;
  /** When one was sent before that is not answered. */
  earlier: Date | null;
  outdated: LabelVersions;
}

/**
 * To be called before a corrected sender is sent, and one of the two below when it is answered.
 * @returns null where the order's sender must not be sent, because the merchant has typed one
 */
export async function beginChange(
  ctx: ShopContext,
  { returnId, isOrders }: { returnId: string; isOrders: boolean },
): Promise<SenderChange | null> {
  const { shop } = ctx;
  const sentAt = ctx.clock();
  return ctx.db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<Pick<Return, "senderSentAt" | "senderIsTyped" | "sender">[]>`
      SELECT "senderSentAt", "senderIsTyped", "sender" FROM "Return"
      WHERE "shop" = ${shop} AND "returnId" = ${returnId} FOR UPDATE`;
    if (!row || (isOrders && (row.senderIsTyped || row.sender !== null))) return null;
    const outdated = await outdateLabels(tx, { shop, returnId });
    await tx.return.updateMany({ where: { shop, returnId }, data: { senderSentAt: sentAt } });
    // A job that is cut off is tried again. Where a request is, this looks after the label.
    if (ctx.jobId === null)
      await queueJob(tx, { name: "follow-return", shop, returnId, inMs: MAY_ARRIVE_MS });
    return { returnId, sentAt, earlier: row.senderSentAt, outdated };
  });
}

/**
 * Makes the merchant's words the ones that count, unless the order's sender is on its way: then nobody knows which of the two
 * would arrive last. What was kept before is not sent any more.
 * @returns whether they may be sent now
 */
export async function beginTyped(
  { db, shop, clock }: ShopContext,
  { returnId }: { returnId: string },
): Promise<boolean> {
  const mayNotArrive = { lte: new Date(clock().getTime() - MAY_ARRIVE_MS) };
  const { count } = await db.return.updateMany({
    where: {
      ...{ shop, returnId },
      OR: [{ senderIsTyped: true }, { senderSentAt: null }, { senderSentAt: mayNotArrive }],
    },
    // Also where the answer is lost, it is the merchant's.
    data: { sender: Prisma.DbNull, senderIsTyped: true },
  });
  return count > 0;
}

/** The warehouse has taken it; `digest` is that of the order's sender, null of one that the merchant typed. */
export async function endChange(
  ctx: ShopContext,
  { returnId, sentAt, earlier }: SenderChange,
  { entry, digest }: { entry: NewEntry; digest: string | null },
): Promise<void> {
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const where = { shop, returnId, senderSentAt: sentAt };
    await tx.return.updateMany({ where, data: { senderSentAt: earlier } });
    await (digest === null ? keepTyped(tx, { shop, returnId }) : keepOrders(tx, { shop, returnId, digest }));
    await note({ ...ctx, db: tx }, { ...entry, outcome: "done" });
  });
}

/** The warehouse has refused it: the labels before are as good as they were. */
export async function dropChange(
  { db, shop }: ShopContext,
  { returnId, sentAt, earlier, outdated }: SenderChange,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await keepLabels(tx, { shop, returnId, outdated });
    const where = { shop, returnId, senderSentAt: sentAt };
    await tx.return.updateMany({ where, data: { senderSentAt: earlier } });
  });
}
