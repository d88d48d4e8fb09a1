import { queueUnlessQueued } from "../../jobs/catalog.ts";
import { OpenReturnsDocument, ReturnsOfOrderDocument } from "../../shopify/generated/operations.ts";
import { nextCursor } from "../../shopify/next-cursor.ts";
import { allPages } from "../../shopify/returns.ts";
import { loadConnection } from "../connection/load-connection.ts";
import { findRecordError } from "../problems/record-failure.ts";
import type { ShopContext } from "../shop-context.ts";
import { requestChecks } from "./check/request-checks.ts";

/** What was read of a return is stored within so many milliseconds, and clocks differ by less. */
const STORED_WITHIN_MS = 2 * 60_000;
/** Behind what somebody waits for: the first time there may be thousands. */
const BEHIND = 5;

/** A return as a list shows it. */
interface Listed {
  id: string;
  status: string;
  totalQuantity: number;
}
/** With the time of its order's last change. */
type ListedOfOrder = Listed & { orderUpdatedAt: Date };

/**
 * Goes through the store's open returns. Those that are unknown are followed. Those are checked that the store has otherwise than
 * they are stored, or open no more; whose order was changed before the warehouse began with them; and that need the merchant, for
 * what they wait for may have been done without an event. Shopify lists returns by their orders alone, and an order does not count as changed when its return
 * does, so that all open ones are listed; what is as it was costs its share of a page of 250 orders.
 * @throws ShopifyError. Those found until then are followed; the next sweep finds the rest.
 */
export async function findReturns(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  if (!(await loadConnection(ctx))) return;
  await requestChecks(ctx.db, { shop, checked: "attention" });
  await followUnreadable(ctx);
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
  const unlisted = open.map(({ returnId }) => returnId).filter((returnId) => !seen.has(returnId));
  await requestChecks(ctx.db, { shop, checked: { returnIds: unlisted } });
}

/** Returns that could not be read the first time, so that no row has them checked. */
async function followUnreadable(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const unreadable = await ctx.db.problem.findMany({
    where: { shop, kind: "return-unreadable" },
    select: { subject: true },
  });
  const named = unreadable.map(({ subject }) => subject);
  const known = new Set((await loadKnown(ctx, named)).map(({ returnId }) => returnId));
  await follow(
    ctx,
    named.filter((returnId) => !known.has(returnId)),
  );
}

async function readPage(
  ctx: ShopContext,
  after: string | null,
): Promise<{ listed: ListedOfOrder[]; after: string | null }> {
  const { orders } = await ctx.admin.request(OpenReturnsDocument, { after });
  const listed = await Promise.all(
    orders.nodes.map(async ({ id, updatedAt, returns }) => {
      const listed = await allPages<Listed>(returns, async (cursor) => {
        const more = await ctx.admin.request(ReturnsOfOrderDocument, { id, after: cursor });
        return more.order?.returns;
      }).catch(async (error: unknown): Promise<Listed[]> => {
        // The rest of one order's returns waits for the next sweep; what follows in the list does not.
        ctx.log.warn(
          { err: await findRecordError(ctx, error) },
          "the returns of an order could not be listed",
        );
        return returns.nodes;
      });
      return listed.map((one) => ({ ...one, orderUpdatedAt: new Date(updatedAt) }));
    }),
  );
  return { listed: listed.flat(), after: nextCursor(orders.pageInfo, after) };
}

async function followChanged(ctx: ShopContext, listed: readonly ListedOfOrder[]): Promise<void> {
  const { shop } = ctx;
  const rows = await loadKnown(
    ctx,
    listed.map(({ id }) => id),
  );
  const known = new Map(rows.map((row) => [row.returnId, row]));
  // Over before any event about it came: nothing is to be done.
  const unknown = listed.filter(
    ({ id, status }) => !known.has(id) && (status === "OPEN" || status === "REQUESTED"),
  );
  await follow(
    ctx,
    unknown.map(({ id }) => id),
  );
  const changed = listed.filter(({ id, status, totalQuantity, orderUpdatedAt }) => {
    const row = known.get(id);
    if (!row) return false;
    // Its address may have been edited, which matters until the warehouse begins with it.
    const mayDiffer =
      row.inboundStatus === "new" && orderUpdatedAt.getTime() > row.readAt.getTime() - STORED_WITHIN_MS;
    return mayDiffer || row.status !== status || row.pieces !== totalQuantity;
  });
  // One that is over is not checked, and may be open again.
  await follow(
    ctx,
    changed.filter(({ id }) => known.get(id)?.checkAt === null).map(({ id }) => id),
  );
  await requestChecks(ctx.db, { shop, checked: { returnIds: changed.map(({ id }) => id) } });
}

function loadKnown({ db, shop }: ShopContext, returnIds: readonly string[]) {
  return db.return.findMany({
    where: { shop, returnId: { in: [...returnIds] } },
    select: { returnId: true, status: true, pieces: true, checkAt: true, inboundStatus: true, readAt: true },
  });
}

function follow({ db, shop }: ShopContext, returnIds: readonly string[]): Promise<void> {
  return queueUnlessQueued(
    db,
    returnIds.map((returnId) => ({ name: "follow-return", shop, returnId, priority: BEHIND })),
  );
}
