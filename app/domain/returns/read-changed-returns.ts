import { queueJob } from "../../jobs/catalog.ts";
import { ChangedReturnsDocument, ReturnsOfOrderDocument } from "../../shopify/generated/operations.ts";
import { allPages } from "../../shopify/returns.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { ShopContext } from "../shop-context.ts";

/** For clocks that differ, and for an index of Shopify's that lags behind. In milliseconds. */
const ROOM_MS = 5 * 60_000;

/**
 * Has the returns followed of every order that changed since the last good reading, unless they are over and known to
 * be: what no webhook told of is found here at the latest. The first time those are looked at that are open. Returns of
 * orders that stand as they stood cost nothing, however many are open.
 * @throws ShopifyError. The window stays open then, and is read again.
 */
export async function readChangedReturns(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const connection = await loadConnection(ctx);
  if (!connection) return;
  const began = ctx.clock();
  const since = connection.returnsReadAt;
  const query = since
    ? `updated_at:>='${new Date(since.getTime() - ROOM_MS).toISOString()}'`
    : "return_status:return_requested OR return_status:in_progress";
  let after: string | null = null;
  do {
    const { orders }: Awaited<ReturnType<typeof readOrders>> = await readOrders(ctx, { query, after });
    const returns = await Promise.all(
      orders.nodes.map(({ id, returns: first }) =>
        allPages({ ...first, pageInfo: { ...first.pageInfo, endCursor: null } }, async (cursor) => {
          // The first page told only that there are more: those are asked for by their order, from the beginning.
          const more = await ctx.admin.request(ReturnsOfOrderDocument, { id, after: cursor });
          return more.order?.returns;
        }),
      ),
    );
    await followChanged(ctx, returns.flat());
    after = orders.pageInfo.hasNextPage ? orders.pageInfo.endCursor : null;
  } while (after);
  await ctx.db.connection.updateMany({ where: { shop }, data: { returnsReadAt: began } });
}

function readOrders(ctx: ShopContext, variables: { query: string; after: string | null }) {
  return ctx.admin.request(ChangedReturnsDocument, variables);
}

async function followChanged(
  ctx: ShopContext,
  shown: readonly { id: string; status: string }[],
): Promise<void> {
  const { shop } = ctx;
  const known = await ctx.db.return.findMany({
    where: { shop, returnId: { in: shown.map(({ id }) => id) } },
    select: { returnId: true, status: true },
  });
  const statuses = new Map(known.map(({ returnId, status }) => [returnId, status]));
  for (const { id: returnId, status } of shown) {
    const isOver = status !== "OPEN" && status !== "REQUESTED";
    if (isOver && statuses.get(returnId) === status) continue;
    await queueJob(ctx.db, { name: "follow-return", shop, returnId });
  }
}
