import { jobKey, type Asked } from "../../jobs/catalog.ts";
import { nextTurn } from "../../jobs/schedule.ts";
import type { ShopContext } from "../shop-context.ts";

/** Jobs that ask the warehouse for stock. */
const ASKING = [
  "follow-stock-hints",
  "read-changed-inbounds",
  "compare-stock",
  "read-unlisted",
  "settle-stock",
  "import-catalogue",
] as const satisfies Asked["name"][];

/**
 * When the warehouse is asked for stock next, unless an event comes first: by a job that waits, or by the schedule.
 * @returns a time that is not after now where one is asking.
 */
export async function readNextTry({ pool, shop, clock }: ShopContext): Promise<Date> {
  const keys = ASKING.map((name) => jobKey({ name, shop }));
  const { rows } = await pool.query<{ next: Date | null }>(
    `SELECT min("run_at") AS "next" FROM graphile_worker.jobs
     WHERE "key" = ANY($1::text[]) AND "attempts" < "max_attempts"`,
    [keys],
  );
  const scheduled = nextTurn(shop, { round: "read-all-changes", after: clock() });
  const next = rows[0]?.next ?? scheduled;
  return next < scheduled ? next : scheduled;
}
