import { randomUUID } from "node:crypto";
import { unqueueJob } from "../../../jobs/catalog.ts";
import { cancelBulkQuery } from "../../../shopify/bulk.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import type { ShopContext } from "../../shop-context.ts";

/**
 * Calls off the reading of both catalogues that is under way. The shop's catalogue stays what it was; of the warehouse's,
 * what has been read stays. A run in the middle of it stops at its next step, because the import has another id by then.
 * @returns false when there is none, or it was taken over already.
 */
export async function cancelImport(ctx: ShopContext): Promise<boolean> {
  const { shop } = ctx;
  const cancelled = await ctx.db.$transaction(async (tx) => {
    const [standing] = await tx.$queryRaw<{ id: string; bulkOperationId: string | null }[]>`
      SELECT "id", "bulkOperationId" FROM "CatalogueImport"
      WHERE "shop" = ${shop} AND "stage" <> 'done' FOR UPDATE`;
    if (!standing) return null;
    await tx.catalogueImport.update({
      where: { shop },
      data: { id: randomUUID(), stage: "done", finishedAt: null, bulkOperationId: null },
    });
    await tx.importBlock.deleteMany({ where: { importId: standing.id } });
    await unqueueJob(tx, { name: "import-catalogue", shop });
    await noteActivity({ ...ctx, db: tx }, { kind: "work-canceled", details: { work: "import", count: 0 } });
    return standing;
  });
  if (!cancelled) return false;
  if (cancelled.bulkOperationId) await cancelBulkQuery(ctx.admin, cancelled.bulkOperationId);
  return true;
}
