import type { JobRecord } from "../problems/with-record-problem.ts";
import type { ShopContext } from "../shop-context.ts";

/** One purchase, as the record of the job that sends it. It stays due, and the hourly round asks for it again. */
export function purchaseRecord(ctx: ShopContext, { ref }: { ref: string }): JobRecord {
  const { shop } = ctx;
  return {
    kind: "shipment-unsynced",
    subject: ref,
    async name() {
      const where = { shop_ref: { shop, ref } };
      const row = await ctx.db.purchaseInbound.findUnique({ where, select: { supplierRef: true } });
      return row?.supplierRef ?? ref;
    },
    quarantine: async () => undefined,
  };
}
