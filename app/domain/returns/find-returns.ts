import { queueUnlessQueued } from "../../jobs/catalog.ts";
import { OpenReturnsDocument, ReturnsOfOrderDocument } from "../../shopify/generated/operations.ts";
import { nextCursor } from "../../shopify/next-cursor.ts";
import { allPages } from "../../shopify/returns.ts";
import { loadConnection } from "../connection/load-connection.ts";
import { findRecordError } from "../problems/record-failure.ts";
import type { ShopContext } from "../shop-context.ts";

/** Behind what somebody waits for: the first time there may be thousands. */
const BEHIND = 5;

/** A return as a list shows it. */
interface Listed {
  id: string;
  status: string;
  totalQuantity: number;
}

/**
 * Goes through the shop's open returns and has those followed that stand otherwise than we know, and those that are open
 * no more: what no webhook told of is found here at the latest. Shopify lists returns by their orders alone, and an
 * order does not count as changed when its return does, so that all open ones are listed; what stands as it stood costs
 * its share of a page of 250 orders.
 * @throws ShopifyError. Those found until then are followed; the next sweep finds the rest.
 */
export async function findReturns(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  if (!(await loadConnection(ctx))) return;
  const seen = new Set<string>();
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(ctx, after);
    await followChanged(ctx, page.listed);
    for (const { id } of page.listed) seen.add(id);
    ({ after } = page);
  } while (after);
  const open = await ctx.db.return.findMany({
    where: { shop, status: { in: ["OPEN", "REQUESTED"] } },
    select: { returnId: true },
  });
  await follow(
    ctx,
    open.flatMap(({ returnId }) => (seen.has(returnId) ? [] : returnId)),
  );
}

async function readPage(
  ctx: ShopContext,
  after: string | null,
): Promise<{ listed: Listed[]; after: string | null }> {
  const { orders } = await ctx.admin.request(OpenReturnsDocument, { after });
  const listed = await Promise.all(
    orders.nodes.map(({ id, returns }) =>
      allPages<Listed>(returns, async (cursor) => {
        const more = await ctx.admin.request(ReturnsOfOrderDocument, { id, after: cursor });
        return more.order?.returns;
      }).catch(async (error: unknown): Promise<Listed[]> => {
        // The rest of one order's returns waits for the next sweep; what follows in the list does not.
        ctx.log.warn(
          { err: await findRecordError(ctx, error) },
          "the returns of an order could not be listed",
        );
        return returns.nodes;
      }),
    ),
  );
  return { listed: listed.flat(), after: nextCursor(orders.pageInfo, after) };
}

async function followChanged(ctx: ShopContext, listed: readonly Listed[]): Promise<void> {
  const { shop } = ctx;
  const rows = await ctx.db.return.findMany({
    where: { shop, returnId: { in: listed.map(({ id }) => id) } },
    select: { returnId: true, status: true, pieces: true },
  });
  const known = new Map(rows.map((row) => [row.returnId, row]));
  const changed = listed.filter(({ id, status, totalQuantity }) => {
    const row = known.get(id);
    // Over before anybody told us of it: nothing is to be done.
    if (!row && status !== "OPEN" && status !== "REQUESTED") return false;
    return row?.status !== status || row.pieces !== totalQuantity;
  });
  await follow(
    ctx,
    changed.map(({ id }) => id),
  );
}

function follow({ db, shop }: ShopContext, returnIds: readonly string[]): Promise<void> {
  return queueUnlessQueued(
    db,
    returnIds.map((returnId) => ({ name: "follow-return", shop, returnId, priority: BEHIND })),
  );
}
