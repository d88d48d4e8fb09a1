import { Prisma } from "@prisma/client";
import { clearProblems, openProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { figureOf, MIRRORED } from "./decide-stock.ts";
import type { Looked } from "./look-at-stock.ts";
import { saveLooks } from "./stock-looks.ts";
import type { StockSettings } from "./stock-settings.ts";

/** Fewer than so many going to 0 at once is an ordinary day, also in a small shop. */
const FEW = 10;

/**
 * Holds back those that would go to 0 when they are more than the merchant's share of all: a warehouse that answers
 * with an empty list must not close a shop. The merchant is asked, and the others go on.
 * @returns those that may be written.
 */
export async function stopTooMany(
  ctx: ShopContext,
  { settings, looked }: { settings: StockSettings; looked: readonly Looked[] },
): Promise<Looked[]> {
  const emptied = looked.filter(
    ({ look, zeroAllowed }) =>
      look.verdict === "write" &&
      look.target === 0 &&
      !zeroAllowed &&
      look.figures !== null &&
      figureOf(look.figures, settings.mode) > 0,
  );
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
  ctx: ShopContext,
  { settings, count }: { settings: StockSettings; count: number },
): Promise<boolean> {
  return count >= FEW && count > (await countMapped(ctx)) * (settings.stopBeyond / 100);
}

async function countMapped(ctx: ShopContext): Promise<number> {
  return ctx.db.variant.count({ where: { shop: ctx.shop, state: "mapped" } });
}
