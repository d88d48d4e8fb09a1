import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { comeBackWhenSettled } from "./come-back-when-settled.ts";
import { mirrorStock } from "./mirror-stock.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** Looked at in one go; the rest follows. */
const AT_ONCE = 200;

/** Looks again at variants of which something was held back and nothing has moved for the settling time. */
export async function settleStock(ctx: ShopContext): Promise<void> {
  const { settleMinutes } = await loadStockSettings(ctx);
  const settled = new Date(ctx.clock().getTime() - settleMinutes * 60_000);
  const rows = await ctx.db.stockLook.findMany({
    where: { shop: ctx.shop, held: { gt: 0 }, heldSince: { lte: settled } },
    orderBy: { heldSince: "asc" },
    take: AT_ONCE,
    select: { variantId: true },
  });
  const variantIds = rows.map(({ variantId }) => variantId as VariantId);
  if (variantIds.length > 0) await mirrorStock(ctx, { scope: { variantIds }, hintOf: () => null });
  await comeBackWhenSettled(ctx);
}
