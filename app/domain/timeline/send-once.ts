import type { Tx } from "../../db.server.ts";
import { holdJob } from "../../jobs/give-back.ts";
import type { ShopContext } from "../shop-context.ts";
import { filedUnder, note, type TimelineDetails, type TimelineKind } from "./timeline.ts";

/**
 * How long a write whose answer was lost may still arrive, in milliseconds. Until then it is neither repeated nor given
 * up; afterwards reading says whether it did. A request of ours is given up after some seconds, and neither side keeps
 * one waiting for a minute.
 */
export const MAY_ARRIVE_MS = 60_000;

export type Sent =
  | { sent: "done" }
  /** It will not be done as it stands; the reason is the other side's sentence. */
  | { sent: "refused"; reason: string }
  /** An earlier one is unanswered and may still arrive: read again after so long. */
  | { sent: "wait"; ms: number };

export interface Write {
  /** Whose timeline it stands in. */
  subject: string;
  kind: TimelineKind;
  /** Tells apart writes of one kind that do not stand in for each other; in `details`, too. */
  key: string;
  details?: TimelineDetails;
}

/**
 * Sends a write that the other side does not recognise when it is repeated. Whoever calls has read just now that it has
 * not arrived. It stands in the timeline before it is sent: cut off, or left without an answer, it stays there as
 * `intended`, and the next call waits until it can no longer arrive. If reading shows then that it has, `noteArrived`
 * says so; otherwise the next call counts it as lost and sends anew.
 *
 * Two runs that have both read that it has not arrived would both send it. Jobs of a lane run one after the other; a run
 * whose job was given back meanwhile, because its worker seemed to be gone, ends here.
 *
 * `send` says what the other side objected to, or undefined; whatever it throws leaves the write unanswered unless
 * `isNotSent` knows better.
 * @throws JobGivenBackError; then nothing was sent.
 */
export async function sendOnce(
  ctx: ShopContext,
  write: Write,
  {
    send,
    isNotSent = () => false,
  }: { send: () => Promise<string | undefined>; isNotSent?: (error: unknown) => boolean },
): Promise<Sent> {
  const { shop } = ctx;
  const { subject, kind, key, details = {} } = write;
  const now = ctx.clock();
  const unanswered = await ctx.db.timelineEntry.findFirst({
    where: { shop, subject, kind, outcome: "intended", details: { path: ["key"], equals: key } },
    orderBy: { id: "desc" },
  });
  const waited = unanswered ? now.getTime() - unanswered.at.getTime() : MAY_ARRIVE_MS;
  if (waited < MAY_ARRIVE_MS) return { sent: "wait", ms: MAY_ARRIVE_MS - waited };
  const { id } = await ctx.db.$transaction(async (tx) => {
    if (ctx.jobId !== null) await holdJob(tx, ctx.jobId);
    await settleUnanswered({ ...ctx, db: tx }, write, "lost");
    return tx.timelineEntry.create({
      data: {
        ...{ shop, subject, at: now, kind, ...filedUnder({ subject, details }) },
        ...{ details: { ...details, key }, outcome: "intended" },
        staffId: ctx.staffId,
      },
      select: { id: true },
    });
  });
  const settle = (outcome: "done" | "refused" | "lost", more: TimelineDetails = {}) =>
    ctx.db.timelineEntry.updateMany({
      where: { shop, id },
      data: { outcome, settledAt: ctx.clock(), details: { ...details, key, ...more } },
    });
  let reason: string | undefined;
  try {
    reason = await send();
  } catch (error) {
    if (isNotSent(error)) await settle("lost");
    throw error;
  }
  await settle(reason === undefined ? "done" : "refused", reason === undefined ? {} : { reason });
  return reason === undefined ? { sent: "done" } : { sent: "refused", reason };
}

/**
 * For a write that has the same effect however often it is sent: it is in the timeline before it is sent the first time, and once. Until
 * it is answered (`endWrite`) it may be sent again. One with another key takes the place of those that are not answered.
 * @param also what is stored in the same transaction
 * @returns whether it is still to be sent: it is not answered yet
 * @throws JobGivenBackError; then it must not be sent
 */
export async function beginWrite(
  ctx: ShopContext,
  { subject, kind, key, details = {} }: Write,
  { also }: { also(tx: Tx): Promise<unknown> },
): Promise<boolean> {
  return ctx.db.$transaction(async (tx) => {
    const before = await tx.timelineEntry.findFirst({
      where: { shop: ctx.shop, subject, kind, details: { path: ["key"], equals: key } },
      select: { outcome: true },
    });
    if (before) return before.outcome === "intended";
    await tx.timelineEntry.updateMany({
      where: { shop: ctx.shop, subject, kind, outcome: "intended" },
      data: { outcome: "lost", settledAt: ctx.clock() },
    });
    await also(tx);
    // After what else is locked, as in a request that queues a job.
    if (ctx.jobId !== null) await holdJob(tx, ctx.jobId);
    await note({ ...ctx, db: tx }, { subject, kind, details: { ...details, key }, outcome: "intended" });
    return true;
  });
}

/** It is answered: `reason` is what the other side objected to. */
export async function endWrite(
  ctx: ShopContext,
  { subject, kind, key, details = {} }: Write,
  reason: string | undefined,
): Promise<void> {
  const answer =
    reason === undefined
      ? { outcome: "done" as const }
      : { outcome: "refused" as const, details: { ...details, key, reason } };
  await ctx.db.timelineEntry.updateMany({
    where: { shop: ctx.shop, subject, kind, outcome: "intended", details: { path: ["key"], equals: key } },
    data: { ...answer, settledAt: ctx.clock() },
  });
}

/** Reading shows that a write has arrived: if its answer was lost, it is known now. */
export async function noteArrived(ctx: ShopContext, write: Pick<Write, "subject" | "kind" | "key">) {
  await settleUnanswered(ctx, write, "done");
}

async function settleUnanswered(
  ctx: Pick<ShopContext, "shop" | "clock"> & { db: Tx },
  { subject, kind, key }: Pick<Write, "subject" | "kind" | "key">,
  outcome: "done" | "lost",
): Promise<void> {
  await ctx.db.timelineEntry.updateMany({
    where: {
      ...{ shop: ctx.shop, subject, kind, outcome: "intended" },
      details: { path: ["key"], equals: key },
    },
    data: { outcome, settledAt: ctx.clock() },
  });
}
