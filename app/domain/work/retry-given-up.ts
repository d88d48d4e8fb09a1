import { inTransaction } from "../../database/in-transaction.ts";
import { notingActivity } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";
import { queuesOf, type ShopJobName } from "../../jobs/catalog.ts";
import { GIVEN_UP } from "../../jobs/job-state.ts";

/** `over`: there is nothing of the kind any more; it was tried again already, or done another way. */
export type RetryOutcome = { outcome: "retried"; count: number } | { outcome: "over" };

/**
 * Has jobs of the shop that have given up tried again now, with all their tries before them. Each may be done twice without
 * harm, so may this, but for those that are tried once because twice would do harm: they have to be named.
 * It is noted.
 * @param jobIds which of them; all others when left out
 */
export async function retryGivenUp(
  { pool, ...who }: Pick<ShopContext, "pool" | "shop" | "clock" | "staffId">,
  { jobIds }: { jobIds?: readonly string[] } = {},
): Promise<RetryOutcome> {
  const { shop } = who;
  return inTransaction(pool, async (client): Promise<RetryOutcome> => {
    const { rows } = await client.query<{ key: string }>(
      `SELECT r."key" FROM (
         SELECT array_agg("id") AS "ids" FROM graphile_worker.jobs
         WHERE "queue_name" = ANY($1::text[]) AND ${GIVEN_UP}
           AND (CASE WHEN $2::bigint[] IS NULL THEN "max_attempts" > 1 ELSE "id" = ANY($2::bigint[]) END)
         HAVING count(*) > 0
       ) j CROSS JOIN LATERAL graphile_worker.reschedule_jobs(j."ids", run_at := now(), attempts := 0) r`,
      [queuesOf(shop), jobIds ?? null],
    );
    const count = rows.length;
    if (count === 0) return { outcome: "over" };
    const subject = count === 1 ? recordOf(rows[0]!.key, shop) : null;
    await client.query(notingActivity(who, { kind: "jobs-retried", details: { count }, subject }));
    return { outcome: "retried", count };
  });
}

/** Jobs that are about one return or one incoming shipment, which their keys name. */
const OF_RECORDS = ["follow-return", "dispose-return", "follow-purchase"] as const satisfies ShopJobName[];

function recordOf(key: string, shop: string): string | null {
  const about = OF_RECORDS.map((name) => `${name}:${shop}:`).find((start) => key.startsWith(start));
  return about === undefined ? null : key.slice(about.length);
}
