import { isDeepStrictEqual } from "node:util";
import { Prisma, type Return } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { holdJob } from "../../../jobs/give-back.ts";
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

/** Whose sender is sent: the order's, the merchant's, or one of the merchant's that was kept until now. */
export type SenderSource =
  | { from: "order"; digest: string }
  | { from: "merchant"; before: BeforeTyped }
  | { from: "kept"; sender: NonNullable<Prisma.JsonValue> };

/**
 * To be called before a corrected sender is sent, and one of the two below when it is answered.
 * @returns null where it must not be sent any more, because the merchant has typed another
 * @throws JobGivenBackError; then it must not be sent
 */
export async function beginChange(
  ctx: ShopContext,
  { returnId, source }: { returnId: string; source: SenderSource },
): Promise<SenderChange | null> {
  const { shop } = ctx;
  const sentAt = ctx.clock();
  return ctx.db.$transaction(async (tx) => {
    if (ctx.jobId !== null) await holdJob(tx, ctx.jobId);
    const row = await lockSender(tx, { shop, returnId });
    if (!row || !isWanted(row, source)) return null;
    const outdated = await outdateLabels(tx, { shop, returnId });
    await tx.return.updateMany({ where: { shop, returnId }, data: { senderSentAt: sentAt } });
    // A job that is cut off is tried again. Where a request is, this looks after the label.
    if (ctx.jobId === null)
      await queueJob(tx, { name: "follow-return", shop, returnId, inMs: MAY_ARRIVE_MS });
    return { returnId, sentAt, earlier: row.senderSentAt, outdated };
  });
}

type LockedSender = Pick<Return, "senderSentAt" | "senderIsTyped" | "sender">;
export type BeforeTyped = Pick<Return, "senderIsTyped" | "sender">;

async function lockSender(tx: Tx, { shop, returnId }: { shop: string; returnId: string }) {
  const rows = await tx.$queryRaw<LockedSender[]>`
    SELECT "senderSentAt", "senderIsTyped", "sender" FROM "Return"
    WHERE "shop" = ${shop} AND "returnId" = ${returnId} FOR UPDATE`;
  return rows[0];
}

function isWanted({ senderIsTyped, sender }: LockedSender, source: SenderSource): boolean {
  if (source.from === "order") return !senderIsTyped && sender === null;
  return source.from === "merchant" || isDeepStrictEqual(sender, source.sender);
}

/**
 * Makes the merchant's words the ones that count, unless another's sender is on its way, or one of theirs that was kept: then nobody
 * knows which would arrive last. What was kept before is not sent any more.
 * @returns how it was before, or null where the words may not be sent yet
 */
export async function beginTyped(
  { db, shop, clock }: ShopContext,
  { returnId }: { returnId: string },
): Promise<BeforeTyped | null> {
  return db.$transaction(async (tx) => {
    const row = await lockSender(tx, { shop, returnId });
    if (!row) return null;
    const { senderIsTyped, sender } = row;
    if (mayChangeMs(row, clock()) > 0 && !(senderIsTyped && sender === null)) return null;
    // Also where the answer is lost, they are the merchant's.
    const data = { sender: Prisma.DbNull, senderIsTyped: true };
    await tx.return.updateMany({ where: { shop, returnId }, data });
    return { senderIsTyped, sender };
  });
}

/** The warehouse has taken it. */
export async function endChange(
  ctx: ShopContext,
  { returnId, sentAt, earlier }: SenderChange,
  { entry, source }: { entry: NewEntry; source: SenderSource },
): Promise<void> {
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const where = { shop, returnId, senderSentAt: sentAt };
    await tx.return.updateMany({ where, data: { senderSentAt: earlier } });
    await (source.from === "order"
      ? keepOrders(tx, { shop, returnId, digest: source.digest })
      : keepTyped(tx, { shop, returnId }));
    await note({ ...ctx, db: tx }, { ...entry, outcome: "done" });
  });
}

/** The warehouse has refused it: the labels before are as good as they were, and what was kept before is sent again. */
export async function dropChange(
  { db, shop }: ShopContext,
  { returnId, sentAt, earlier, outdated }: SenderChange,
  { source }: { source: SenderSource },
): Promise<void> {
  const before = source.from === "merchant" ? asBefore(source.before) : {};
  await db.$transaction(async (tx) => {
    await keepLabels(tx, { shop, returnId, outdated });
    const where = { shop, returnId, senderSentAt: sentAt };
    await tx.return.updateMany({ where, data: { senderSentAt: earlier, ...before } });
  });
}

const asBefore = ({ senderIsTyped, sender }: BeforeTyped) => ({
  ...{ senderIsTyped, sender: sender ?? Prisma.DbNull },
});
