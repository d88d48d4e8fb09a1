import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { graceMsOf } from "../settings/decide-rules.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** At least so long until it is looked whether lots have expired, in milliseconds. */
const COME_BACK_MIN_MS = 60_000;

/**
 * Has `settleStock` run when the oldest lot of units is due; nothing when there are none. One that is due already waits until
 * units leave the warehouse.
 */
export async function comeBackWhenSettled(
  ctx: ShopContext,
  { isDispatchSeen = false }: { isDispatchSeen?: boolean } = {},
): Promise<void> {
  const { shop } = ctx;
  const [settings, first] = await Promise.all([
    loadStockSettings(ctx),
    ctx.db.skuBalance.findFirst({
      where: { shop, oldestLotAt: { not: null } },
      orderBy: { oldestLotAt: "asc" },
      select: { oldestLotAt: true },
    }),
  ]);
  if (!first?.oldestLotAt) return;
  const due = first.oldestLotAt.getTime() + graceMsOf(settings) - ctx.clock().getTime();
  if (due < 0 && !isDispatchSeen) return;
  await queueJob(ctx.db, { name: "settle-stock", shop, inMs: Math.max(due, COME_BACK_MIN_MS) });
}
