import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { loadStockSettings } from "./stock-settings.ts";

/** Has everything compared by the rules as they are now, and comes back when a sale begins or ends. */
export async function turnSale(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const { saleFrom, saleUntil } = await loadStockSettings(ctx);
  const now = ctx.clock().getTime();
  const [next] = [saleFrom, saleUntil]
    .flatMap((at) => (at && at.getTime() > now ? at.getTime() : []))
    .sort((a, b) => a - b);
  await queueJob(ctx.db, { name: "compare-stock", shop });
  if (next !== undefined) await queueJob(ctx.db, { name: "turn-sale", shop, inMs: next - now });
}
