import { queueJob } from "../../../jobs/catalog.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { ShopContext } from "../../shop-context.ts";
import { beginSweep } from "./sweep-rows.ts";

export type AskForComparisonOutcome = { outcome: "comparing" } | { outcome: "not-connected" };

/**
 * Has all stock compared now: that it is begun and its job, both or neither. Asked for while it is being compared, it
 * hurries that on.
 */
export async function askForComparison(ctx: ShopContext): Promise<AskForComparisonOutcome> {
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    await beginSweep(tx, { shop, now: ctx.clock(), asked: true });
    await queueJob(tx, { name: "compare-stock", shop });
  });
  return { outcome: "comparing" };
}
