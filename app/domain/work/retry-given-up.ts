import type { ShopContext } from "../shop-context.ts";
import { queuesOf } from "../../jobs/catalog.ts";
import { GIVEN_UP } from "../../jobs/job-state.ts";

/** `over`: there is nothing of the kind any more; it was tried again already, or done another way. */
export type RetryOutcome = { outcome: "retried"; count: number } | { outcome: "over" };

/**
 * Has jobs of the shop that have given up tried again now, with all their tries before them. Each may be done twice without
 * harm, so may this, but for those that are tried once because twice would do harm: they have to be named.
 * @param jobIds which of them; all others when left out
 */
export async function retryGivenUp(
  { pool, shop }: ShopContext,
  { jobIds }: { jobIds?: readonly string[] } = {},
): Promise<RetryOutcome> {
  const { rowCount } = await pool.query(
    `SELECT graphile_worker.reschedule_jobs(array_agg("id"), run_at := now(), attempts := 0)
     FROM graphile_worker.jobs
     WHERE "queue_name" = ANY($1::text[]) AND ${GIVEN_UP}
       AND (CASE WHEN $2::bigint[] IS NULL THEN "max_attempts" > 1 ELSE "id" = ANY($2::bigint[]) END)
     HAVING count(*) > 0`,
    [queuesOf(shop), jobIds ?? null],
  );
  return rowCount ? { outcome: "retried", count: rowCount } : { outcome: "over" };
}
