import { noteActivity } from "../../activity/note-activity.ts";
import type { ShopContext } from "../../shop-context.ts";

/**
 * Calls off what waits to be updated at the warehouse. The one that is being sent at this moment may be updated all the same.
 * @returns how many products are not updated; `null` when none waited.
 */
export async function cancelUpdate(ctx: ShopContext): Promise<number | null> {
  return ctx.db.$transaction(async (tx) => {
    const where = { shop: ctx.shop, state: "waiting" } as const;
    const { count } = await tx.productUpdate.deleteMany({ where });
    if (count === 0) return null;
    const details = { work: "update", count } as const;
    await noteActivity({ ...ctx, db: tx }, { kind: "work-canceled", details });
    return count;
  });
}
