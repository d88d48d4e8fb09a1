import { Prisma } from "@prisma/client";
import { ENTRIES_A_CALL } from "../../../shopify/set-quantities.ts";
import { loadConnection, type Joined } from "../../connection/load-connection.ts";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { groupsOf, loadWhole } from "../mirror/load-mapped.ts";
import type { Looked } from "../mirror/look-at-stock.ts";
import { MIRRORED } from "../mirror/decide-stock.ts";
import { mendStock } from "../mirror/mend-stock.ts";
import { mirrorStock, unlessLocationGone } from "../mirror/mirror-stock.ts";
import { loadUnderWay } from "../mirror/open-writes.ts";
import { loadLooks } from "../mirror/stock-looks.ts";
import { loadStockSettings, type StockSettings } from "../settings/stock-settings.ts";
import { clearStopped, stopStoredJumps } from "../mirror/stop-jumps.ts";

/** What was found longer ago than this is read again before it is written, in milliseconds. */
const RECENT_MS = 15 * 60_000;

/**
 * Writes what a comparison of all stock found to differ, a full call at a time. What moved since it was read, could not be
 * written, was read long ago or depends on other variants too is read again in both systems. Cut off, it goes on with what is
 * left.
 * @throws FulfilmentError, ShopifyError
 */
export async function writeDifferences(ctx: ShopContext): Promise<void> {
  const connection = await loadConnection(ctx);
  const settings = await loadStockSettings(ctx);
  if (!connection || settings.phase === "shadow" || settings.pausedAt) return clearStopped(ctx);
  await stopStoredJumps(ctx, settings);
  // What is to be lowered can be oversold until it is.
  for (const lowered of [true, false]) {
    const again = await writeFound(ctx, { connection, settings, lowered });
    if (again.length > 0) await mirrorStock(ctx, { scope: { variantIds: again }, hintOf: () => null });
  }
  await clearStopped(ctx);
}

/** @returns those that have to be read again in both systems */
async function writeFound(
  ctx: ShopContext,
  { connection, ...of }: { connection: Joined; settings: StockSettings; lowered: boolean },
): Promise<VariantId[]> {
  const { settings } = of;
  const again: VariantId[] = [];
  await unlessLocationGone(ctx, connection, async () => {
    const find = (after: string) => findDiffering(ctx, { ...of, after });
    for (let ids = await find(""); ids.length > 0; ids = await find(ids.at(-1)!)) {
      const { looked, unsure } = await loadLooked(ctx, ids);
      const { stale, failed, left } = await mendStock(ctx, { connection, settings, looked });
      const unwritten = [...stale, ...failed.keys(), ...left].map(({ mapped }) => mapped.variantId);
      again.push(...unsure, ...unwritten);
    }
  });
  return again;
}

/** One call's worth of variants that are known to differ, lowered or not, in the order of their ids. */
async function findDiffering(
  ctx: ShopContext,
  { settings, lowered, after }: { settings: StockSettings; lowered: boolean; after: string },
): Promise<VariantId[]> {
  const figure = Prisma.raw(`"${MIRRORED[settings.mode]}"`);
  const chosen = settings.phase === "selection" ? Prisma.sql`AND "live"` : Prisma.empty;
  const rows = await ctx.db.$queryRaw<{ variantId: VariantId }[]>`
    SELECT "variantId" FROM "StockLook"
    WHERE "shop" = ${ctx.shop} AND "verdict" IN ('write', 'activate') AND "variantId" > ${after} ${chosen}
      AND coalesce("verdict" = 'write' AND "target" < ${figure}, false) = ${lowered}
    ORDER BY "variantId" LIMIT ${ENTRIES_A_CALL}`;
  return rows.map(({ variantId }) => variantId);
}

/**
 * These variants as they were last looked at, and apart from them those that have to be read again first. Left out are those
 * that are not mapped any more, and those that Shopify may be about to raise: they are looked at again when that is known.
 */
async function loadLooked(
  ctx: ShopContext,
  variantIds: readonly VariantId[],
): Promise<{ looked: Looked[]; unsure: VariantId[] }> {
  const [whole, looks, underWay] = await Promise.all([
    loadWhole(ctx, { variantIds }),
    loadLooks(ctx, variantIds),
    loadUnderWay(ctx, variantIds),
  ]);
  const groups = groupsOf(whole);
  const sizes = new Map<number, number>();
  for (const group of groups.values()) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const recent = ctx.clock().getTime() - RECENT_MS;
  const looked: Looked[] = [];
  const unsure: VariantId[] = [];
  for (const mapped of whole) {
    const { variantId } = mapped;
    const known = looks.get(variantId);
    if (!known?.look || underWay.has(variantId)) continue;
    const { live, usual, look } = known;
    const group = groups.get(variantId)!;
    if (sizes.get(group)! > 1 || look.lookedAt.getTime() < recent) unsure.push(variantId);
    else looked.push({ mapped, look, live, usual, warehouseMoved: 0, group });
  }
  return { looked, unsure };
}
