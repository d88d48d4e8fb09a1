import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";

/**
 * Has the records tried again that failed: every quarantined event counts as new, and every return that could not be
 * processed is processed. Asked for twice, it is done once: an event that waits is not quarantined any more.
 */
export async function retryRecords(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.hint.updateMany({
      where: { shop, quarantinedAt: { not: null }, source: { not: "shop_return" } },
      data: { followedAt: null, quarantinedAt: null, retryAt: null, failure: null, tries: 0 },
    });
    if (count > 0) {
      await queueJob(tx, { name: "follow-stock-hints", shop });
      await queueJob(tx, { name: "follow-shop-hints", shop });
    }
    const returns = await tx.problem.findMany({
      where: { shop, kind: "return-unreadable" },
      select: { subject: true },
    });
    for (const { subject: returnId } of returns)
      await queueJob(tx, { name: "follow-return", shop, returnId });
  });
}
