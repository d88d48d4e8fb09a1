import { Prisma } from "@prisma/client";
import { clearProblems, openProblem } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { MIRRORED } from "./decide-stock.ts";
import { isBeyondShare, isFew, wouldEmpty } from "./decide-stop.ts";
import type { Looked } from "./look-at-stock.ts";
import { saveLooks } from "./stock-looks.ts";
import type { StockSettings } from "../settings/stock-settings.ts";
import { stockLocked } from "./with-stock-lock.ts";

/** What was set to 0 counts for so long, in milliseconds: in small steps a store is emptied just as well. */
const LATELY_MS = 24 * 60 * 60 * 1000;

/**
 * Holds back those that would go to 0 when they, with those that are held back already and those that were set to 0 in the last
 * day, are more than the merchant's share of all: a warehouse that answers with an empty list must not close a store. The
 * merchant is asked, and the others go on.
 * @returns those that may be written.
 */
export async function stopTooMany(
  ctx: ShopContext,
  { settings, looked }: { settings: StockSettings; looked: readonly Looked[] },
): Promise<Looked[]> {
  const emptied = looked.filter((one) => wouldEmpty(one, settings));
  if (emptied.length === 0) return [...looked];
  const others = await countEmptied(ctx, {
    settings,
    except: emptied.map(({ mapped }) => mapped.variantId),
  });
  if (!(await isTooMany(ctx, { settings, count: emptied.length + others }))) return [...looked];
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
  const emptied = Prisma.sql`"shop" = ${ctx.shop} AND "verdict" = 'write' AND "target" <= 0 AND ${figure} > 0
    AND NOT "zeroAllowed" ${chosen}`;
  const rows = await ctx.db.$queryRaw<{ variantId: string }[]>`
    SELECT "variantId" FROM "StockLook" WHERE ${emptied}`;
  if (rows.length === 0) return;
  const others = await countEmptied(ctx, { settings, except: rows.map(({ variantId }) => variantId) });
  if (!(await isTooMany(ctx, { settings, count: rows.length + others }))) return;
  await ctx.db.$executeRaw`
    WITH ${stockLocked(ctx.shop)}
    UPDATE "StockLook" SET "verdict" = 'stopped' FROM stock_locked WHERE ${emptied}`;
  const count = await ctx.db.stockLook.count({ where: { shop: ctx.shop, verdict: "stopped" } });
  await openProblem(ctx, { kind: "stock-stopped", details: { count } });
}

/** Nothing is held back any more: the warehouse has mended its figures, or the merchant has agreed. */
export async function clearStopped(ctx: ShopContext): Promise<void> {
  const stopped = await ctx.db.stockLook.count({ where: { shop: ctx.shop, verdict: "stopped" } });
  if (stopped === 0) await clearProblems(ctx, { kinds: ["stock-stopped"] });
}

/** Variants besides `except` that are held back, or that we have set to 0 lately without the merchant's agreement. */
async function countEmptied(
  { pool, shop, clock }: ShopContext,
  { settings, except }: { settings: StockSettings; except: readonly string[] },
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::integer AS "count" FROM "StockLook" l
     WHERE l."shop" = $1 AND l."variantId" <> ALL($2::text[]) AND (l."verdict" = 'stopped' OR (
       l."target" <= 0 AND NOT l."zeroAllowed" AND l."variantId" IN (
         SELECT e."variantId" FROM "LedgerEntry" e
         WHERE e."shop" = $1 AND e."intendedAt" > $3 AND e."outcome" = 'written' AND e."figure" = $4::"StockMode"
           AND e."target" <= 0 AND e."shopFigure" > 0)))`,
    [shop, except, new Date(clock().getTime() - LATELY_MS), settings.mode],
  );
  return rows[0]?.count ?? 0;
}

async function isTooMany(
  { db, shop }: ShopContext,
  { settings, count }: { settings: StockSettings; count: number },
): Promise<boolean> {
  // Counting the variants of a large store takes a moment, which most days need not.
  if (isFew(count, 0)) return false;
  const mapped = await db.variant.count({ where: { shop, state: "mapped" } });
  return !isFew(count, mapped) && isBeyondShare(count, { ...settings, mapped });
}
