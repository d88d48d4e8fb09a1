import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { graceMsOf } from "../settings/decide-rules.ts";
import { comeBackWhenSettled } from "./come-back-when-settled.ts";
import { mirrorStock } from "./mirror-stock.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** SKUs synced in one run; the rest follows. */
const AT_ONCE = 200;

/** Syncs SKUs of which units have waited for longer than the grace period. */
export async function settleStock(ctx: ShopContext): Promise<void> {
  const settings = await loadStockSettings(ctx);
  const settled = new Date(ctx.clock().getTime() - graceMsOf(settings));
  // In no order: what cannot be read, or still has to wait, keeps nothing else from its turn.
  const { rows } = await ctx.pool.query<{ sku: Sku }>(
    `SELECT "sku" FROM "SkuBalance" WHERE "shop" = $1 AND "oldestLotAt" <= $2 ORDER BY random() LIMIT ${AT_ONCE}`,
    [ctx.shop, settled],
  );
  const skus = rows.map(({ sku }) => sku);
  if (skus.length > 0) await mirrorStock(ctx, { scope: { skus }, hintOf: () => null });
  await comeBackWhenSettled(ctx);
}
