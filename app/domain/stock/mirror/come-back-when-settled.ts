import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** Has `settleStock` run when the first of those held back is due; nothing when none is. */
export async function comeBackWhenSettled(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  const [{ settleMinutes }, first] = await Promise.all([
    loadStockSettings(ctx),
    ctx.db.stockLook.findFirst({
      where: { shop, held: { gt: 0 }, heldSince: { not: null } },
      orderBy: { heldSince: "asc" },
      select: { heldSince: true },
    }),
  ]);
  if (!first?.heldSince) return;
  const due = first.heldSince.getTime() + settleMinutes * 60_000 - ctx.clock().getTime();
  // What is due and still there could not be looked at (its goods cannot be read): the sweep comes by.
  await queueJob(ctx.db, { name: "settle-stock", shop, inMs: Math.max(due, 60_000) });
}
