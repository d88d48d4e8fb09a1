import { Prisma } from "@prisma/client";
import { inTransaction } from "../../database/in-transaction.ts";
import type { Tx } from "../../db.server.ts";
import { queueingAll, type Asked } from "../../jobs/catalog.ts";
import { notingActivity, type NewActivity } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";
import { followedBy, type NewHint } from "./record-hint.ts";

/** Which quarantined events: these, by their ids; or all that name this record (an event that names none goes by its kind). */
interface Quarantined {
  ids?: readonly string[];
  identifier?: string;
}

type RetriedEvent = Pick<NewHint, "source"> & { identifier: string | null };

/**
 * Has quarantined events of the store processed again, and notes it. One failure more quarantines those that fail for good; the
 * others are tried a few times again. Asked for twice, it is done once: an event that waits is not quarantined any more.
 * @returns how many there were
 */
export async function retryEvents(
  { pool, ...who }: Pick<ShopContext, "pool" | "shop" | "clock" | "staffId">,
  events: Quarantined,
): Promise<number> {
  const { shop } = who;
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<RetriedEvent>(endingQuarantine(shop, events));
    if (rows.length === 0) return 0;
    await client.query(queueingAll(jobsOf(shop, rows)));
    await client.query(notingActivity(who, activityOf(rows)));
    return rows.length;
  });
}

/** The same of all the store's quarantined events, or of a record's, as part of something larger, which is noted as a whole. */
export async function retryEventsIn(
  tx: Tx,
  { shop, ...events }: { shop: string; identifier?: string },
): Promise<void> {
  const rows = await tx.$queryRaw<RetriedEvent[]>(endingQuarantine(shop, events));
  if (rows.length > 0) await tx.$executeRaw(queueingAll(jobsOf(shop, rows)));
}

function endingQuarantine(shop: string, { ids, identifier }: Quarantined): Prisma.Sql {
  const isAmong = ids ? Prisma.sql`AND "id" = ANY(${ids}::text[]::bigint[])` : Prisma.empty;
  const names =
    identifier === undefined
      ? Prisma.empty
      : Prisma.sql`AND ("identifier" = ${identifier} OR ("identifier" IS NULL AND "event" = ${identifier}))`;
  // One try counts: that is what tells it from an event nobody has tried.
  return Prisma.sql`
    UPDATE "Hint" SET "followedAt" = NULL, "quarantinedAt" = NULL, "retryAt" = NULL, "failure" = NULL, "tries" = 1
    WHERE "shop" = ${shop} AND "quarantinedAt" IS NOT NULL ${isAmong} ${names}
    RETURNING "source"::text AS "source", "identifier"`;
}

function jobsOf(shop: string, rows: readonly RetriedEvent[]): Asked[] {
  return rows.map(({ source, identifier }) =>
    followedBy({ shop, source, event: "", ...(identifier !== null && { identifier }) }),
  );
}

function activityOf(rows: readonly RetriedEvent[]): NewActivity {
  const [only] = rows.length === 1 ? rows : [];
  return { kind: "events-retried", details: { count: rows.length }, subject: only?.identifier };
}
