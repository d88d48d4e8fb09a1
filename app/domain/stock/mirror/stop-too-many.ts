import { Prisma } from "@prisma/client";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { MIRRORED } from "./decide-stock.ts";
import { isBeyondShare, isFew, wouldEmpty } from "./decide-stop.ts";
import type { Looked } from "./look-at-stock.ts";
import { saveLooks } from "./stock-looks.ts";
import type { StockSettings } from "../settings/stock-settings.ts";

/**
 * Holds back those that would go to 0 when they are more than the merchant's share of all: a warehouse that answers
 * with an empty list must not close a shop. The merchant is asked, and the others go on.
 * @returns those that may be written.
 */
export async function stopTooMany(
  ctx: ShopContext,
  { settings, looked }: { settings: StockSettings; looked: readonly Looked[] },
): Promise<Looked[]> {
  const emptied = looked.filter((one) => wouldEmpty(one, settings));
  if (emptied.length === 0) return [...looked];
  // With those held back already: one after the other would empty a shop just as well.
  const waiting = await ctx.db.stockLook.count({ where: { shop: ctx.shop, verdict: "stopped" } });
  if (!(await isTooMany(ctx, { settings, count: emptied.length + waiting }))) return [...looked];
  await saveLooks(
    ctx,
    emptied.map(({ look }) => ({ ...look, verdict: "stopped" as const })),
  );
  const count = await ctx.db.stockLook.count({ where: { shop: ctx.shop, verdict: "stopped" } });
  await openProblem(ctx, { kind: "stock-stopped", details: { count } });
  const held = new Set(emptied);
  return looked.filter((one) => !held.has(one));
}

/** The same for all that a comparison found to differ. */
export async function stopStored(ctx: ShopContext, settings: StockSettings): Promise<void> {
  const figure = Prisma.raw(`"${MIRRORED[settings.mode]}"`);
  const chosen = settings.phase === "selection" ? Prisma.sql`AND "live"` : Prisma.empty;
  const emptied = Prisma.sql`"shop" = ${ctx.shop} AND "verdict" = 'write' AND "target" = 0 AND ${figure} > 0
    AND NOT "zeroAllowed" ${chosen}`;
  const [{ count } = { count: 0 }] = await ctx.db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "StockLook" WHERE ${emptied}`;
  if (!(await isTooMany(ctx, { settings, count }))) return;
  await ctx.db.$executeRaw`UPDATE "StockLook" SET "verdict" = 'stopped' WHERE ${emptied}`;
  await openProblem(ctx, { kind: "stock-stopped", details: { count } });
}

/** Nothing is held back any more: the warehouse has mended its figures, or the merchant has agreed. */
export async function clearStopped(ctx: ShopContext): Promise<void> {
  const stopped = await ctx.db.stockLook.count({ where: { shop: ctx.shop, verdict: "stopped" } });
  if (stopped === 0) await clearProblems(ctx, { kinds: ["stock-stopped"] });
}

async function isTooMany(
  { db, shop }: ShopContext,
  { settings, count }: { settings: StockSettings; count: number },
): Promise<boolean> {
  // Counting the variants of a large shop takes a moment, which most days need not.
  if (isFew(count)) return false;
  const mapped = await db.variant.count({ where: { shop, state: "mapped" } });
  return isBeyondShare(count, { ...settings, mapped });
}
