import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import type { ShopContext } from "../../shop-context.ts";

/**
 * Takes off what waits to be created at the warehouse. What is being sent at this moment may be made all the same, and is
 * remembered then (`pushProducts`); it is not sent again.
 * @returns how many products are not created; `null` when none waited.
 */
export async function cancelPush(ctx: ShopContext): Promise<number | null> {
  const { shop } = ctx;
  return ctx.db.$transaction(async (tx) => {
    const { count: taken } = await tx.pushedProduct.deleteMany({ where: { shop, state: "waiting" } });
    const { count: sending } = await tx.pushedProduct.updateMany({
      where: { shop, state: "sending" },
      data: { state: "stopping" },
    });
    if (taken + sending === 0) return null;
    await queueJob(tx, { name: "push-products", shop });
    const details = { work: "push", count: taken } as const;
    await noteActivity({ ...ctx, db: tx }, { kind: "work-canceled", details });
    return taken;
  });
}
