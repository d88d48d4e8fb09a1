import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { note } from "../timeline/timeline.ts";

/**
 * Has a return read again in both worlds, and tried again what did not work. Asked for again while it waits, it is done
 * once.
 * @returns whether there is such a return.
 */
export async function tryAgain(ctx: ShopContext, { returnId }: { returnId: string }): Promise<boolean> {
  const { shop } = ctx;
  return ctx.db.$transaction(async (tx) => {
    if ((await tx.return.count({ where: { shop, returnId } })) === 0) return false;
    await note({ ...ctx, db: tx }, { subject: returnId, kind: "asked", details: { what: "again" } });
    await queueJob(tx, { name: "follow-return", shop, returnId });
    return true;
  });
}
