import type { ShopContext } from "../shop-context.ts";

export interface Waiting {
  /** Counted no further than `WAITING_EVENTS_COUNTED`. */
  count: number;
  /** When the first of the warehouse's events among them came. */
  since: Date | null;
}

/** From here on a merchant wants to know that many events wait, not how many. */
export const WAITING_EVENTS_COUNTED = 1_000;

/** The events of both systems that are stored and not processed yet. One that waits for its record is not late. */
export async function getWaiting({ pool, shop }: ShopContext): Promise<Waiting> {
  const { rows } = await pool.query<Waiting>(
    `SELECT count(*)::int AS "count", min("receivedAt") FILTER (WHERE "source" = 'warehouse') AS "since" FROM (
       SELECT "source", "receivedAt" FROM "Hint"
       WHERE "shop" = $1 AND "followedAt" IS NULL AND "retryAt" IS NULL ORDER BY "id" LIMIT $2) first`,
    [shop, WAITING_EVENTS_COUNTED],
  );
  return rows[0] ?? { count: 0, since: null };
}
