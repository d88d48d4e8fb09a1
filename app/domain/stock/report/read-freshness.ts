import { EVENT_NAMES } from "../../../fulfilment/events.ts";
import type { ShopContext } from "../../shop-context.ts";

/** How long it took from an event of the warehouse to the shop's figure. */
export interface Freshness {
  /** Figures it was measured on. */
  count: number;
  /** What half of them did not exceed, and what 95 in 100 did not, in milliseconds; null where there is none. */
  p50Ms: number | null;
  p95Ms: number | null;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
/** The latest entries of the ledger that are looked at: more would tell the same and take longer. */
const LATEST = 5_000;

/**
 * Measured over the latest figures of the last seven days that were written because an event told of them. What the
 * merchant or the rules held back is no delay of ours and does not count: it is written later than the event was
 * followed, or some of it is held still.
 */
export async function readFreshness(ctx: ShopContext): Promise<Freshness> {
  const since = new Date(ctx.clock().getTime() - WEEK_MS);
  const { rows } = await ctx.pool.query<{ count: number; shares: [number, number] | null }>(
    `SELECT count(*)::int AS "count", percentile_disc(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY took."ms") AS "shares"
     FROM (
       SELECT greatest(0, extract(epoch FROM e."settledAt" - e."causedAt") * 1000)::float8 AS "ms"
       FROM (
         SELECT "hintId", "cause", "causedAt", "settledAt", "outcome", "held" FROM "LedgerEntry"
         WHERE "shop" = $1 AND "intendedAt" > $2 ORDER BY "intendedAt" DESC LIMIT $4
       ) e
       CROSS JOIN LATERAL (
         SELECT FROM "Hint" h
         WHERE h."shop" = $1 AND h."id" = e."hintId" AND (h."followedAt" IS NULL OR e."settledAt" <= h."followedAt")
         OFFSET 0
       ) followed
       WHERE e."outcome" = 'written' AND e."held" = 0 AND e."cause" = ANY($3::text[])
     ) took`,
    [ctx.shop, since, EVENT_NAMES, LATEST],
  );
  const [p50Ms = null, p95Ms = null] = rows[0]?.shares ?? [];
  return { count: rows[0]?.count ?? 0, p50Ms, p95Ms };
}
