import type { ShopContext } from "../shop-context.ts";
import { noteAll } from "../timeline/timeline.ts";

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
    select: { id: true, event: true },
    orderBy: { id: "asc" },
  });
  await follow();
  if (hints.length === 0) return;
  await ctx.db.hint.updateMany({
    where: { shop, id: { in: hints.map(({ id }) => id) } },
    data: { followedAt: ctx.clock() },
  });
  // A hint that repeats is one line: who reads it wants to know what happened.
  const events = [...new Set(hints.map(({ event }) => event))];
  await noteAll(
    ctx,
    events.map((event) => ({ subject: returnId, kind: "heard", details: { event } })),
  );
}
