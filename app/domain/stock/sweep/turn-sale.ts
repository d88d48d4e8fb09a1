import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { nextTurn } from "../settings/decide-rules.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** Has everything compared by the rules as they are now, and comes back when a sale begins or ends. */
export async function turnSale(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const now = ctx.clock();
  const next = nextTurn(await loadStockSettings(ctx), now);
  await queueJob(ctx.db, { name: "compare-stock", shop });
  if (next) await queueJob(ctx.db, { name: "turn-sale", shop, inMs: next.getTime() - now.getTime() });
}
