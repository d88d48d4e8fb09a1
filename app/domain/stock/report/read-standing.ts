import type { ShopContext } from "../../shop-context.ts";
import { countStopped } from "../mirror/confirm-jumps.ts";
import type { StoppedJumps } from "../mirror/jumps.ts";
import { standOf, type Stand } from "../settings/decide-rules.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** Where the merchant stands with writing stock, and how well the two worlds agree. */
export interface StockStanding {
  stand: Stand;
  phase: "shadow" | "selection" | "live";
  pausedAt: Date | null;
  /** With a sale; null when it has no end. */
  saleUntil: Date | null;
  /** Variants that would be written if it were not for the merchant. */
  differing: number;
  /** There are that many at least: no more are counted. */
  many: boolean;
  /** Variants that wait for the merchant to confirm their stock. */
  stopped: StoppedJumps;
  /** Changes of the last day that no event had announced. */
  missed: number;
  /** The last comparisons of all stock, the latest first. */
  comparisons: { at: Date; compared: number; differing: number; missed: number }[];
}

/** Counting on would take the longer the larger the shop, and say no more. */
const MANY = 10_000;
const COMPARISONS = 8;
const DAY_MS = 24 * 60 * 60 * 1000;

export async function readStanding(ctx: ShopContext): Promise<StockStanding> {
  const { shop } = ctx;
  const now = ctx.clock();
  const settings = await loadStockSettings(ctx);
  const [differing, stopped, { _sum }, comparisons] = await Promise.all([
    countDiffering(ctx),
    countStopped(ctx, settings),
    ctx.db.stockComparison.aggregate({
      where: { shop, at: { gt: new Date(now.getTime() - DAY_MS) } },
      _sum: { missedMore: true, missedLess: true },
    }),
    ctx.db.stockComparison.findMany({
      where: { shop, compared: { gt: 0 } },
      orderBy: { at: "desc" },
      take: COMPARISONS,
      select: { at: true, compared: true, differing: true, missedMore: true, missedLess: true },
    }),
  ]);
  const { phase, pausedAt, saleUntil } = settings;
  return {
    stand: standOf(settings, now),
    ...{ phase, pausedAt, saleUntil, differing, stopped },
    many: differing === MANY,
    missed: (_sum.missedMore ?? 0) + (_sum.missedLess ?? 0),
    comparisons: comparisons.map(({ missedMore, missedLess, ...found }) => ({
      ...found,
      missed: missedMore + missedLess,
    })),
  };
}

async function countDiffering({ db, shop }: ShopContext): Promise<number> {
  const [{ count } = { count: 0 }] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM (
      SELECT FROM "StockLook" WHERE "shop" = ${shop} AND "verdict" IN ('write', 'activate') LIMIT ${MANY}) counted`;
  return count;
}
