import type { HintSource } from "@prisma/client";
import type { Db } from "../../db.server.ts";
import { jobSpec } from "../../jobs/catalog.ts";

export interface NewHint {
  shop: string;
  source: HintSource;
  /** Event name (warehouse) or topic (shop). */
  event: string;
  type?: string;
  resource?: string;
  identifier?: string;
}

/**
 * Stores a hint and queues the job that follows it, in one statement: once this resolves both are committed, and
 * if it rejects neither is there. The shop's job is coalesced, so a thousand hints are one job.
 */
export async function recordHint(db: Db, hint: NewHint): Promise<void> {
  const { shop, source, event, type = null, resource = null, identifier = null } = hint;
  const { key, queue, priority, payload } = jobSpec("follow-hints", shop);
  await db.$executeRaw`
    WITH hint AS (
      INSERT INTO "Hint" ("shop", "source", "event", "type", "resource", "identifier")
      VALUES (${shop}, ${source}::"HintSource", ${event}, ${type}, ${resource}, ${identifier})
    ), heard AS (
      UPDATE "Subscription" SET "lastHeardAt" = now()
      WHERE ${source} = 'warehouse' AND "shop" = ${shop} AND "event" = ${event}
    )
    SELECT graphile_worker.add_job(
      'follow-hints', ${JSON.stringify(payload)}::json,
      queue_name := ${queue}::text, job_key := ${key}::text, priority := ${priority}::int
    )`;
}
