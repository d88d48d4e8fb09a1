import type { ShopContext } from "../shop-context.ts";

/** What of the shop's returns waits for the merchant. */
export interface ReturnCounts {
  /** Those only a person can mend. */
  needs: number;
  /** Requests nobody has answered. */
  requested: number;
  /** Those that were there before Dockline, and are left alone. */
  earlier: number;
}

/** Counted no further: whoever has as many wants to know that, not the figure. */
export const MANY_RETURNS = 1_000;

/** Counts along an index, each up to `MANY_RETURNS`. */
export async function countReturns(ctx: ShopContext): Promise<ReturnCounts> {
  const { shop } = ctx;
  const [counts] = await ctx.db.$queryRaw<ReturnCounts[]>`
    SELECT
      (SELECT count(*)::int FROM (SELECT FROM "Return" WHERE "shop" = ${shop} AND "needsPerson"
        LIMIT ${MANY_RETURNS}) n) AS "needs",
      (SELECT count(*)::int FROM (SELECT FROM "Return" WHERE "shop" = ${shop} AND "stage" = 'requested'
        LIMIT ${MANY_RETURNS}) r) AS "requested",
      (SELECT count(*)::int FROM (SELECT FROM "Return" WHERE "shop" = ${shop} AND "stage" = 'earlier'
        LIMIT ${MANY_RETURNS}) e) AS "earlier"`;
  return counts ?? { needs: 0, requested: 0, earlier: 0 };
}
