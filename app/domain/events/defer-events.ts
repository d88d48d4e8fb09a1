import type { HintSource } from "@prisma/client";
import { queueJob, type WholeShopJobName } from "../../jobs/catalog.ts";
import type { ProblemKind } from "../problems/problem-kinds.ts";
import { openProblem } from "../problems/problems.ts";
import type { RecordFailure } from "../problems/record-failure.ts";
import type { ShopContext } from "../shop-context.ts";
import { purposeOf } from "../work/job-purposes.ts";
import { isStockEvent, PRODUCT_TOPICS, SKU_EVENTS } from "./translate-hint.ts";

/**
 * After each failed try of an event's record, how long until the next, in seconds. After the last the event is
 * quarantined: some three hours outlast a deployment at the warehouse, and the full sync finds what the event meant.
 */
const RETRY_DELAYS_S = [30, 120, 600, 1_800, 7_200];

/** What became due while its job ran comes with the next run, in milliseconds. */
const LEAST_DELAY_MS = 1_000;

interface Deferred {
  event: string;
  identifier: string | null;
  isQuarantined: boolean;
}

/**
 * Sets events aside whose record failed although the system that has it works: each is tried again later, alone. One that fails
 * for good, or too often, is quarantined: it counts as processed, and a problem names its record.
 */
export async function deferEvents(
  ctx: ShopContext,
  failed: ReadonlyMap<bigint, RecordFailure>,
): Promise<void> {
  if (failed.size === 0) return;
  const { shop } = ctx;
  const given = [...failed].map(([id, { permanent, failure }]) => ({ id: String(id), permanent, failure }));
  const { rows } = await ctx.pool.query<Deferred & { id: string }>(
    `UPDATE "Hint" h SET "tries" = t."tries", "failure" = f."failure",
       "retryAt" = CASE WHEN NOT q."over" THEN $3::timestamptz + ($4::int[])[t."tries"] * interval '1 second' END,
       "quarantinedAt" = CASE WHEN q."over" THEN $3::timestamptz END,
       "followedAt" = CASE WHEN q."over" THEN $3::timestamptz END
     FROM json_to_recordset($2::json) AS f ("id" bigint, "permanent" boolean, "failure" text),
       LATERAL (SELECT o."tries" + 1 AS "tries" FROM "Hint" o WHERE o."shop" = $1 AND o."id" = f."id") t,
       LATERAL (SELECT f."permanent" OR t."tries" > cardinality($4::int[]) AS "over") q
     WHERE h."shop" = $1 AND h."id" = f."id"
     RETURNING h."id", h."event", h."identifier", q."over" AS "isQuarantined"`,
    [shop, JSON.stringify(given), ctx.clock(), RETRY_DELAYS_S],
  );
  for (const { id, ...event } of rows) await report(ctx, event, failed.get(BigInt(id))!);
}

async function report(
  ctx: ShopContext,
  { event, identifier, isQuarantined }: Deferred,
  failure: RecordFailure,
) {
  ctx.log.warn({ event, isQuarantined, failure: failure.failure }, "the record that an event names failed");
  if (!isQuarantined) return;
  const { sentence } = failure;
  const { kind, subject } = problemOf({ event, identifier }, failure);
  ctx.meter.quarantined();
  await openProblem(ctx, { kind, subject, details: { sku: subject, sentence, job: purposeOf(subject) } });
}

/** The problem that names an event's record; of an event about the whole store, the event. */
function problemOf(
  { event, identifier }: Pick<Deferred, "event" | "identifier">,
  { system }: RecordFailure,
): { kind: ProblemKind; subject: string } {
  const subject = identifier ?? "";
  if (PRODUCT_TOPICS.includes(event)) return { kind: "product-unreadable", subject };
  if (SKU_EVENTS.includes(event))
    return { kind: system === "shop" ? "quantity-unsynced" : "stock-unreadable", subject };
  return isStockEvent(event)
    ? { kind: "inbound-unreadable", subject }
    : { kind: "job-failing", subject: event };
}

/** Has the events that wait for their records processed when the first of them is due. */
export async function requestRetries(
  ctx: ShopContext,
  { sources, job }: { sources: readonly HintSource[]; job: WholeShopJobName },
): Promise<void> {
  const { shop } = ctx;
  const { rows } = await ctx.pool.query<{ inMs: number | null }>({
    name: "next-retry",
    text: `SELECT extract(epoch FROM min("retryAt") - $3::timestamptz)::float8 * 1000 AS "inMs" FROM "Hint"
     WHERE "shop" = $1 AND "followedAt" IS NULL AND "source" = ANY($2::"HintSource"[]) AND "retryAt" IS NOT NULL`,
    values: [shop, sources, ctx.clock()],
  });
  const inMs = rows[0]?.inMs ?? null;
  if (inMs !== null)
    await queueJob(ctx.db, { name: job, shop, inMs: Math.max(LEAST_DELAY_MS, Math.ceil(inMs)) });
}
