import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { note } from "../timeline/timeline.ts";

/**
 * The merchant is done with a return that the store does not show any more. Safe twice. Should the store show it again, what
 * the store says counts.
 * @returns whether there is such a return
 */
export async function letGo(ctx: ShopContext, { returnId }: { returnId: string }): Promise<boolean> {
  const { shop } = ctx;
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.return.updateMany({
      where: { shop, returnId, needs: { array_contains: [{ kind: "not-shown" }] } },
      data: { letGo: true },
    });
    if (count === 0) return false;
    await note({ ...ctx, db: tx }, { subject: returnId, kind: "asked", details: { what: "let-go" } });
    await queueJob(tx, { name: "follow-return", shop, returnId });
    return true;
  });
}
