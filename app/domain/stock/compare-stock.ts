import type { ShopContext } from "../shop-context.ts";
import { mirrorStock } from "./mirror-stock.ts";

/** Compares all mapped stock and mends what differs: the sweep that heals what no hint told. */
export async function compareStock(ctx: ShopContext): Promise<void> {
  const result = await mirrorStock(ctx, { skus: "all", hintOf: () => null });
  if (!result) return;
  await ctx.db.connection.updateMany({ where: { shop: ctx.shop }, data: { comparedAt: ctx.clock() } });
  ctx.log.info(result, "all stock compared");
}
