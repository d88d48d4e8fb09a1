import type pg from "pg";
import { DIFFERING } from "./domain/stock/report/reported-verdicts.ts";
import { readQueueState, type QueueState } from "./jobs/queue-state.ts";
import { countWorkers } from "./jobs/worker-liveness.server.ts";

/** How things stand over all shops. Sums only: no shop is named. */
export interface Standing {
  queue: QueueState;
  workers: number;
  /** Shops whose connection works. */
  shops: number;
  /** Variants whose figure in the shop is not what it should be, by verdict. */
  drift: Record<string, number>;
  /** Problems that are open, by kind. */
  problems: Record<string, number>;
  /** Events that are quarantined. */
  quarantined: number;
}

/** One shop after the other by its index: of those that are right, which are nearly all, nothing is read. */
const DRIFT_SQL = `
  SELECT v."verdict", coalesce(sum(d."count"), 0)::int AS "count"
  FROM unnest($1::text[]) AS v ("verdict")
  LEFT JOIN "Connection" c ON c."disconnectedAt" IS NULL AND c."locationId" IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT count(*) FROM "StockLook" s WHERE s."shop" = c."shop" AND s."verdict" = v."verdict"::"StockVerdict"
  ) d ON true
  GROUP BY 1`;

/** Reads it now. */
export async function readStanding(pool: pg.Pool): Promise<Standing> {
  const [queue, workers, shops, drift, problems, quarantined] = await Promise.all([
    readQueueState(pool),
    countWorkers(pool),
    pool.query<{ count: number }>(
      `SELECT count(*)::int FROM "Connection" WHERE "disconnectedAt" IS NULL AND "locationId" IS NOT NULL`,
    ),
    pool.query<{ verdict: string; count: number }>(DRIFT_SQL, [DIFFERING]),
    pool.query<{ kind: string; count: number }>(`SELECT "kind", count(*)::int FROM "Problem" GROUP BY 1`),
    pool.query<{ count: number }>(`SELECT count(*)::int FROM "Hint" WHERE "quarantinedAt" IS NOT NULL`),
  ]);
  return {
    queue,
    workers,
    shops: shops.rows[0]?.count ?? 0,
    drift: Object.fromEntries(drift.rows.map(({ verdict, count }) => [verdict, count])),
    problems: Object.fromEntries(problems.rows.map(({ kind, count }) => [kind, count])),
    quarantined: quarantined.rows[0]?.count ?? 0,
  };
}
