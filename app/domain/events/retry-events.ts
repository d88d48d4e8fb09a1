import { queueingAll } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { followedBy } from "./record-hint.ts";
import type { NewHint } from "./record-hint.ts";

/**
 * Has quarantined events of the store processed again. One failure more quarantines those that fail for good; the others are
 * tried a few times again. Asked for twice, it is done once: an event that waits is not quarantined any more.
 * @param events these alone, by their ids; or all that name this record (an event that names none goes by its kind); without either, all
 * @returns how many there were
 */
export async function retryEvents(
  { pool, shop }: Pick<ShopContext, "pool" | "shop">,
  events: { ids?: readonly string[]; identifier?: string } = {},
): Promise<number> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<Pick<NewHint, "source"> & { identifier: string | null }>(
      // One try counts: that is what tells it from an event nobody has tried.
      `UPDATE "Hint" SET "followedAt" = NULL, "quarantinedAt" = NULL, "retryAt" = NULL, "failure" = NULL, "tries" = 1
       WHERE "shop" = $1 AND "quarantinedAt" IS NOT NULL
         AND ($2::bigint[] IS NULL OR "id" = ANY($2)) AND ($3::text IS NULL OR "identifier" = $3 OR ("identifier" IS NULL AND "event" = $3))
       RETURNING "source", "identifier"`,
      [shop, events.ids ?? null, events.identifier ?? null],
    );
    const jobs = rows.map(({ source, identifier }) =>
      followedBy({ shop, source, event: "", ...(identifier !== null && { identifier }) }),
    );
    if (jobs.length > 0) await client.query(queueingAll(jobs));
    await client.query("COMMIT");
    return rows.length;
  } catch (error) {
    broken = error as Error; // Its connection is closed, and with it the transaction.
    throw error;
  } finally {
    client.release(broken);
  }
}
