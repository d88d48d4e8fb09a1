import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { mirrorStock } from "./mirror-stock.ts";
import { countWaiting } from "../events/waiting-hints.ts";
import { clearStopped } from "./stop-too-many.ts";
import { noteComparison } from "./note-comparison.ts";

/** Up to so many variants are read one query after the other; beyond it one bulk query leaves the shop's budget to others. */
const SMALL = 200;

/**
 * Compares all mapped stock and mends what differs: the sweep that heals what no hint told. In a large shop it is only
 * begun here, because gathering takes its time and must not stand in the way of hints.
 */
export async function compareStock(ctx: ShopContext): Promise<void> {
  if (await isLarge(ctx)) return queueJob(ctx.db, { name: "sweep-stock", shop: ctx.shop });
  // Hints that are still waiting explain what they will be found to explain.
  const waiting = await countWaiting(ctx);
  const result = await mirrorStock(ctx, { scope: "all", hintOf: () => null });
  if (!result) return;
  const { compared, differing, moved } = result;
  await noteComparison(ctx, { compared, differing, missed: waiting === 0 ? moved : { more: 0, less: 0 } });
  await clearStopped(ctx);
}

/** Whether the shop has more mapped variants than are looked at without thinking. */
export async function isLarge(ctx: ShopContext): Promise<boolean> {
  const { rowCount } = await ctx.pool.query(
    `SELECT FROM "Variant" WHERE "shop" = $1 AND "state" = 'mapped' LIMIT 1 OFFSET $2`,
    [ctx.shop, SMALL],
  );
  return rowCount === 1;
}
