import type { ShopContext } from "../shop-context.ts";
import { readDataRequests } from "./read-data-requests.ts";

/**
 * Everything kept about the orders a shopper asked about, as JSON for the merchant to look through and pass on: the
 * returns whole, and what happened to them. Null when there is no such request.
 */
export async function answerDataRequest(
  ctx: ShopContext,
  { request }: { request: string },
): Promise<string | null> {
  const { db, shop } = ctx;
  const asked = (await readDataRequests(ctx)).find((one) => one.request === request);
  if (!asked) return null;
  const returns = await db.return.findMany({
    where: { shop, orderId: { in: asked.orderIds } },
    orderBy: { name: "asc" },
  });
  const entries = await db.timelineEntry.findMany({
    where: { shop, subject: { in: returns.map(({ returnId }) => returnId) } },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  const kept = returns.map(({ shop: _, ...back }) => ({
    ...back,
    history: entries
      .filter(({ subject }) => subject === back.returnId)
      .map(({ at, kind, details, outcome }) => ({ at, kind, details, outcome })),
  }));
  return JSON.stringify({ shop, requestedAt: asked.at, orders: asked.orderIds, returns: kept }, null, 2);
}
