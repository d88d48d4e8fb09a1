import type { ShopContext } from "../shop-context.ts";
import { queueJob } from "../../jobs/catalog.ts";
import type { WaitingHint } from "../events/waiting-hints.ts";
import { noteAll, type NewEntry } from "../timeline/timeline.ts";
import { returnOfRef } from "./return-ref.ts";

/**
 * Follows what was heard of one return: when `follow` is through, the hints that waited before it began count as
 * followed, and stand in the timeline. Cut off, they wait on.
 */
export async function followReturnHints(
  ctx: ShopContext,
  returnId: string,
  follow: () => Promise<void>,
): Promise<void> {
  const { shop } = ctx;
  const hints = await ctx.db.hint.findMany({
    where: { shop, followedAt: null, source: "shop_return", identifier: returnId },
    select: { id: true, event: true, receivedAt: true, traceparent: true },
    orderBy: { id: "asc" },
  });
  ctx.meter.follows(hints);
  await follow();
  if (hints.length === 0) return;
  await ctx.db.hint.updateMany({
    where: { shop, id: { in: hints.map(({ id }) => id) } },
    data: { followedAt: ctx.clock() },
  });
  ctx.meter.followed(hints);
  await noteAll(ctx, heard(returnId, hints));
}

/**
 * Notes in the timelines of returns what the warehouse told of their inbounds. Those hints are followed with the stock
 * they bear on; followed again because that was cut off, they are noted again. Returns whose inbound the warehouse does not have are
 * followed on their own.
 * @param about.read references of the inbounds that were read
 */
export async function hearOfReturns(
  ctx: ShopContext,
  hints: readonly WaitingHint[],
  { read }: { read: ReadonlySet<string> },
): Promise<void> {
  const named = Map.groupBy(hints, ({ identifier }) => returnOfRef(identifier ?? ""));
  const returnIds = [...named.keys()].flatMap((returnId) => returnId ?? []);
  if (returnIds.length === 0) return;
  const ours = await ctx.db.return.findMany({
    where: { shop: ctx.shop, returnId: { in: returnIds } },
    select: { returnId: true },
  });
  for (const { returnId } of ours)
    if (named.get(returnId)?.some(({ identifier }) => !read.has(identifier ?? "")))
      await queueJob(ctx.db, { name: "follow-return", shop: ctx.shop, returnId });
  await noteAll(
    ctx,
    ours.flatMap(({ returnId }) => heard(returnId, named.get(returnId) ?? [])),
  );
}

/** A hint that repeats is one line, with the time of the first: who reads it wants to know what happened. */
function heard(subject: string, hints: readonly Pick<WaitingHint, "event" | "receivedAt">[]): NewEntry[] {
  const byEvent = Map.groupBy(hints, ({ event }) => event);
  return [...byEvent].map(([event, [first]]) => ({
    ...{ subject, kind: "heard", details: { event } },
    ...(first && { at: first.receivedAt }),
  }));
}
