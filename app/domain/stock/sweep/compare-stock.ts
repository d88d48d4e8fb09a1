import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { ALL_CHANGED } from "../fulfillments/read-fulfillments.ts";
import { mirrorStock } from "../mirror/mirror-stock.ts";
import { countWaiting } from "../../events/waiting-hints.ts";
import { clearStopped } from "../mirror/stop-jumps.ts";
import { noteComparison } from "./note-comparison.ts";
import { beginSweep, endSweep, putOffSweep } from "./sweep-rows.ts";

/** Up to so many variants are read one query after the other; beyond it one bulk query leaves the shop's budget to others. */
const SMALL = 200;

/**
 * Compares all mapped stock and mends what differs: the sweep that heals what no hint told. In a large shop it is only
 * begun here, because gathering takes its time and must not stand in the way of hints.
 */
export async function compareStock(ctx: ShopContext): Promise<void> {
  const { shop, db } = ctx;
  // Read first: one that is called off from here on is not begun again by this run.
  const underWay = await db.stockSweep.findUnique({ where: { shop } });
  if (await isLarge(ctx)) {
    if (underWay) return putOffSweep(ctx, underWay, 0);
    return db.$transaction(async (tx) => {
      await beginSweep(tx, { shop, now: ctx.clock(), asked: false });
      await queueJob(tx, { name: "sweep-stock", shop });
    });
  }
  // Hints that are still waiting explain what they will be found to explain.
  const waiting = await countWaiting(ctx);
  const result = await mirrorStock(ctx, { scope: "all", hintOf: () => null, orders: ALL_CHANGED });
  const asked = underWay && (await endSweep(ctx, underWay));
  if (!result) return;
  const { compared, differing, moved } = result;
  const missed = waiting === 0 ? moved : { more: 0, less: 0 };
  await noteComparison(ctx, { compared, differing, missed, asked: asked ?? false });
  await clearStopped(ctx);
}

/** Whether the shop has more mapped variants than are looked at without thinking. */
export async function isLarge(ctx: ShopContext): Promise<boolean> {
  const { rowCount } = await ctx.pool.query({
    name: "is-large",
    text: `SELECT FROM "Variant" WHERE "shop" = $1 AND "state" = 'mapped' LIMIT 1 OFFSET $2`,
    values: [ctx.shop, SMALL],
  });
  return rowCount === 1;
}
