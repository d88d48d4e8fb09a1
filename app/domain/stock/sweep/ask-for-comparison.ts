import { takeTurns } from "../../../database/take-turns.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";
import { beginSweep } from "./sweep-rows.ts";

export type AskForComparisonOutcome = { outcome: "comparing" } | { outcome: "not-connected" };

/**
 * Has all stock compared now: that it is begun and its job, both or neither. Asked for while it is being compared, it
 * hurries that on, which is only noted where nobody had asked for it before.
 */
export async function askForComparison(ctx: ShopContext): Promise<AskForComparisonOutcome> {
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    // Of two who ask at once, the second sees the first.
    await takeTurns(tx, `full sync of ${shop}`);
    const underWay = await tx.stockSweep.findUnique({ where: { shop }, select: { asked: true } });
    await beginSweep(tx, { shop, now: ctx.clock(), asked: true });
    await queueJob(tx, { name: "compare-stock", shop });
    if (!underWay?.asked)
      await noteActivity({ ...ctx, db: tx }, { kind: "full-sync-requested", details: {} });
  });
  return { outcome: "comparing" };
}
