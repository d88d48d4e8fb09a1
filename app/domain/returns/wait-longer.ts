import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { note } from "../timeline/timeline.ts";

/** The buttons say so, too. */
export const LONGER_MS = 14 * 24 * 60 * 60_000;

/**
 * The merchant waits longer for an overdue return. Then it needs them again, unless it has come.
 * @returns whether there is such a return
 */
export async function waitLonger(ctx: ShopContext, { returnId }: { returnId: string }): Promise<boolean> {
  const { shop } = ctx;
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.return.updateMany({
      where: { shop, returnId, needs: { array_contains: [{ kind: "overdue" }] } },
      data: { waitUntil: new Date(ctx.clock().getTime() + LONGER_MS) },
    });
    if (count === 0) return false;
    await note({ ...ctx, db: tx }, { subject: returnId, kind: "asked", details: { what: "wait" } });
    await queueJob(tx, { name: "follow-return", shop, returnId });
    return true;
  });
}
