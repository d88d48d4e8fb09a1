import type { JobRecord } from "../problems/with-record-problem.ts";
import type { ShopContext } from "../shop-context.ts";

/** One return, as the record of a job. */
export function returnRecord(ctx: ShopContext, { returnId }: { returnId: string }): JobRecord {
  const { shop } = ctx;
  return {
    kind: "return-unreadable",
    subject: returnId,
    async name() {
      const where = { shop_returnId: { shop, returnId } };
      const row = await ctx.db.return.findUnique({ where, select: { name: true } });
      return row?.name ?? returnId.slice(returnId.lastIndexOf("/") + 1);
    },
    async quarantine(failure) {
      const now = ctx.clock();
      const { count } = await ctx.db.hint.updateMany({
        where: { shop, followedAt: null, source: "shop_return", identifier: returnId },
        data: { followedAt: now, quarantinedAt: now, failure },
      });
      for (let event = 0; event < count; event++) ctx.meter.quarantined();
    },
  };
}
