import type { Return } from "@prisma/client";
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

/** To be called before a corrected sender is sent, and one of the two below when it is answered. */
export async function beginChange(
  ctx: ShopContext,
  { returnId }: { returnId: string },
): Promise<SenderChange> {
  const { shop } = ctx;
  const sentAt = ctx.clock();
  return ctx.db.$transaction(async (tx) => {
    const outdated = await outdateLabels(tx, { shop, returnId });
    const row = await tx.return.findUniqueOrThrow({ where: { shop_returnId: { shop, returnId } } });
    await tx.return.updateMany({ where: { shop, returnId }, data: { senderSentAt: sentAt } });
    // A job that is cut off is tried again. Where a request is, this looks after the label.
    if (ctx.jobId === null)
      await queueJob(tx, { name: "follow-return", shop, returnId, inMs: MAY_ARRIVE_MS });
    return { returnId, sentAt, earlier: row.senderSentAt, outdated };
  });
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
