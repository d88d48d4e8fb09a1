import { queueJob, unqueueJob } from "../../../jobs/catalog.ts";
import { cancelBulkQuery } from "../../../shopify/bulk.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import type { ShopContext } from "../../shop-context.ts";

/**
 * Calls off the comparison of all stock that is under way. A run in the middle of it stops at its next block, and nothing is
 * counted. What it had found by then stays found, and is written as far as the merchant lets it be.
 * @returns false when there is none.
 */
export async function cancelComparison(ctx: ShopContext): Promise<boolean> {
  const { shop } = ctx;
  const cancelled = await ctx.db.$transaction(async (tx) => {
    const [sweep] = await tx.$queryRaw<{ bulkOperationId: string | null }[]>`
      DELETE FROM "StockSweep" WHERE "shop" = ${shop} RETURNING "bulkOperationId"`;
    if (!sweep) return null;
    await unqueueJob(tx, { name: "compare-stock", shop });
    await unqueueJob(tx, { name: "sweep-stock", shop });
    await queueJob(tx, { name: "write-stock", shop });
    await noteActivity(
      { ...ctx, db: tx },
      { kind: "work-canceled", details: { work: "full-sync", count: 0 } },
    );
    return sweep;
  });
  if (!cancelled) return false;
  if (cancelled.bulkOperationId) await cancelBulkQuery(ctx.admin, cancelled.bulkOperationId);
  return true;
}
