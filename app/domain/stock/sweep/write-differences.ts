import { Prisma } from "@prisma/client";
import { ENTRIES_A_CALL } from "../../../shopify/set-quantities.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadMapped } from "../mirror/load-mapped.ts";
import type { Looked } from "../mirror/look-at-stock.ts";
import { mendStock } from "../mirror/mend-stock.ts";
import { mirrorStock, unlessLocationGone } from "../mirror/mirror-stock.ts";
import { loadUnderWay } from "../mirror/open-writes.ts";
import { loadLooks } from "../mirror/stock-looks.ts";
import { loadStockSettings, type StockSettings } from "../settings/stock-settings.ts";
import { clearStopped, stopStored } from "../mirror/stop-too-many.ts";

/**
 * Writes what a comparison of all stock found to differ, a full call at a time. A figure that moved since it was read, or
 * could not be written, is read again in both worlds. Cut off, it goes on with what is left.
 * @throws FulfilmentError, ShopifyError
 */
export async function writeDifferences(ctx: ShopContext): Promise<void> {
  const connection = await loadConnection(ctx);
  const settings = await loadStockSettings(ctx);
  if (!connection || settings.phase === "shadow" || settings.pausedAt) return;
  await stopStored(ctx, settings);
  const { locationId } = connection;
  const again: VariantId[] = [];
  await unlessLocationGone(ctx, connection, async () => {
    let after = "";
    for (;;) {
      const variantIds = await findDiffering(ctx, { settings, after });
      const last = variantIds.at(-1);
      if (!last) return;
      const looked = await loadLooked(ctx, variantIds);
      const { stale, failed, left } = await mendStock(ctx, { settings, locationId, looked });
      again.push(...[...stale, ...failed.keys(), ...left].map(({ mapped }) => mapped.variantId));
      after = last;
    }
  });
  if (again.length > 0) await mirrorStock(ctx, { scope: { variantIds: again }, hintOf: () => null });
  await clearStopped(ctx);
}

/** One call's worth of variants that are known to differ, in the order of their ids. */
async function findDiffering(
  ctx: ShopContext,
  { settings, after }: { settings: StockSettings; after: string },
): Promise<VariantId[]> {
  const chosen = settings.phase === "selection" ? Prisma.sql`AND "live"` : Prisma.empty;
  const rows = await ctx.db.$queryRaw<{ variantId: VariantId }[]>`
    SELECT "variantId" FROM "StockLook"
    WHERE "shop" = ${ctx.shop} AND "verdict" IN ('write', 'activate') AND "variantId" > ${after} ${chosen}
    ORDER BY "variantId" LIMIT ${ENTRIES_A_CALL}`;
  return rows.map(({ variantId }) => variantId);
}

/**
 * These variants as they were last looked at. Left out are those that are not mapped any more, and those that have come to
 * share their goods since without the merchant's word on how. So are those that Shopify may be about to raise by itself:
 * they are looked at anew when that is known.
 */
async function loadLooked(ctx: ShopContext, variantIds: readonly VariantId[]): Promise<Looked[]> {
  const [mapped, looks, underWay] = await Promise.all([
    loadMapped(ctx, { variantIds }),
    loadLooks(ctx, variantIds),
    loadUnderWay(ctx, variantIds),
  ]);
  return mapped.flatMap((one): Looked[] => {
    const known = looks.get(one.variantId);
    if (!known?.look || one.sharing === "undecided" || underWay.has(one.variantId)) return [];
    const { live, zeroAllowed, look } = known;
    return [{ mapped: one, look, live, zeroAllowed, warehouseMoved: 0 }];
  });
}
