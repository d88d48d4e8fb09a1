import { Prisma } from "@prisma/client";
import pg from "pg";
import { inBatches, type Batches } from "../../batches.ts";
import { queueingAll } from "../../jobs/catalog.ts";
import { traceparent } from "../../operations/tracing.server.ts";
import { followedBy, type NewHint } from "./record-hint.ts";

/** A hint that is stored only if its shop's connection is of this version still; `null`: whatever that is. */
export interface ConditionalHint extends NewHint {
  version: string | null;
}

/** A hint with the trace it came in: whoever stores it has another. */
interface TracedHint extends ConditionalHint {
  traceparent: string | null;
}

/** Hints in one statement. There are as many as events that wait for an answer at the same moment. */
const HINTS_AT_ONCE = 500;
/**
 * How long hints of several shops wait for the row of a job that a transaction holds, in milliseconds. Most hold it for
 * less. A shop whose transaction takes longer waits by itself.
 */
const PATIENCE_MS = 100;

/**
 * Stores hints and queues the jobs that follow them, those that come together in one statement: a commit takes the disk a
 * moment, however much is in it, and no two commits that announce a job are made at the same time. A hint counts as stored
 * when its statement is committed.
 *
 * What PostgreSQL refuses does not take others with it: then each shop's hints are stored by themselves, and at last each
 * hint. A shop whose job is held by a long transaction keeps one connection waiting, and no other shop.
 * @returns what stores one, and says whether it did: it did not if its shop's connection has changed.
 */
export function createHintStore(pool: pg.Pool): (hint: ConditionalHint) => Promise<boolean> {
  const ofShop = new Map<string, Batches<TracedHint, boolean>>();

  const storeAlone = async (hint: TracedHint) => (await insert(pool, [hint]))[0]!;
  const storeApart = async (hint: TracedHint) => {
    const { shop } = hint;
    const line =
      ofShop.get(shop) ??
      inBatches({
        most: HINTS_AT_ONCE,
        run: (hints: TracedHint[]) =>
          unlessRefused(hints, { store: () => insert(pool, hints), otherwise: storeAlone }),
      });
    ofShop.set(shop, line);
    try {
      return await line.add(hint);
    } finally {
      if (line.isIdle() && ofShop.get(shop) === line) ofShop.delete(shop);
    }
  };
  const together = inBatches({
    most: HINTS_AT_ONCE,
    run: (hints: TracedHint[]) =>
      unlessRefused(hints, { store: () => insert(pool, hints, PATIENCE_MS), otherwise: storeApart }),
  });
  return (hint) => {
    const traced = { ...hint, traceparent: traceparent() };
    return ofShop.has(hint.shop) ? storeApart(traced) : together.add(traced);
  };
}

/** Stores hints in one go, or has each stored otherwise when PostgreSQL refuses. Whatever else fails has failed for all. */
async function unlessRefused(
  hints: TracedHint[],
  { store, otherwise }: { store(): Promise<boolean[]>; otherwise(hint: TracedHint): Promise<boolean> },
): Promise<(boolean | Promise<boolean>)[]> {
  try {
    return await store();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return hints.map(otherwise);
  }
}

/**
 * One statement, hence one transaction. With `patienceMs` it gives up on rows that others hold longer.
 * @returns of each hint whether it is stored
 * @throws pg.DatabaseError when PostgreSQL refuses it; then nothing is stored.
 */
async function insert(pool: pg.Pool, hints: readonly TracedHint[], patienceMs = 0): Promise<boolean[]> {
  const given = hints.map((hint, index) => ({ ...hint, index }));
  const { text, values } = Prisma.sql`
    WITH patience AS MATERIALIZED (
      SELECT set_config('lock_timeout', ${String(patienceMs)}, true)
    ), told AS MATERIALIZED (
      SELECT t.* FROM json_to_recordset(${JSON.stringify(given)}::json) AS t ("index" int, "shop" text,
        "source" "HintSource", "event" text, "type" text, "resource" text, "identifier" text, "traceparent" text,
        "version" text)
      WHERE t."version" IS NULL
        OR EXISTS (SELECT FROM "Connection" c WHERE c."shop" = t."shop" AND c.xmin::text = t."version")
    ), stored AS (
      INSERT INTO "Hint" ("shop", "source", "event", "type", "resource", "identifier", "traceparent")
      SELECT "shop", "source", "event", "type", "resource", "identifier", "traceparent" FROM told ORDER BY "index"
    ), heard AS (
      UPDATE "Subscription" s SET "lastHeardAt" = now()
      FROM (SELECT DISTINCT "shop", "event" FROM told WHERE "source" = 'warehouse') h
      WHERE s."shop" = h."shop" AND s."event" = h."event"
        -- To the second is near enough, and a burst would write the same row hundreds of times.
        AND (s."lastHeardAt" IS NULL OR s."lastHeardAt" < now() - interval '1 second')
    )
    SELECT ARRAY(SELECT "index" FROM told) AS "stored"
    FROM (${queueingAll(hints.map(followedBy))} FROM patience) queued`;
  const { rows } = await pool.query<{ stored: number[] }>({ name: "store-hints", text, values });
  const stored = new Set(rows[0]?.stored);
  return hints.map((_, index) => stored.has(index));
}
