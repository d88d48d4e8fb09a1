import type { JobRecord } from "../problems/with-record-problem.ts";
import type { ShopContext } from "../shop-context.ts";

/** One return, as the record of the job that reads it and does what is to be done about it. */
export function returnRecord(ctx: ShopContext, { returnId }: { returnId: string }): JobRecord {
  const { shop } = ctx;
  return {
    kind: "return-unreadable",
    subject: returnId,
    name: () => nameOf(ctx, returnId),
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

/** One return, as the record of the job that disposes of what was received. No event waits for it. */
export function dispositionRecord(ctx: ShopContext, { returnId }: { returnId: string }): JobRecord {
  return {
    kind: "return-undisposed",
    subject: returnId,
    name: () => nameOf(ctx, returnId),
    quarantine: async () => undefined,
  };
}

/** What the merchant calls a return; before it was read, its number. */
async function nameOf({ db, shop }: ShopContext, returnId: string): Promise<string> {
  const where = { shop_returnId: { shop, returnId } };
  const row = await db.return.findUnique({ where, select: { name: true } });
  return row?.name ?? returnId.slice(returnId.lastIndexOf("/") + 1);
}
