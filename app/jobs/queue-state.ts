import type pg from "pg";
import type { Lane } from "./catalog.ts";
import { JOB_STATE, JOB_STATES, type JobState } from "./job-state.ts";

/** How the queue stands, over all shops. */
export interface QueueState {
  /**
   * For how many seconds the job that has waited longest could have been running: it is due, nothing else of its shop is
   * in its way, and nobody has taken it. 0 when there is none.
   */
  lagSeconds: Record<Lane, number>;
  /** How many jobs there are. */
  jobs: Record<JobState, number>;
}

/** Jobs asked for by the schedule carry no lane; they only ask for others and take no time. */
const STATE_SQL = `
  WITH busy AS MATERIALIZED (
    SELECT DISTINCT "queue_name" FROM graphile_worker.jobs WHERE "locked_at" IS NOT NULL AND "queue_name" IS NOT NULL
  ), jobs AS (
    SELECT coalesce("flags" ? 'slow', false) AS "slow", "run_at", b."queue_name" IS NOT NULL AS "behind",
      ${JOB_STATE} AS "state"
    FROM graphile_worker.jobs j LEFT JOIN busy b ON b."queue_name" = j."queue_name"
  )
  SELECT "state", count(*)::int AS "count",
    extract(epoch FROM now() - min("run_at") FILTER (WHERE NOT "slow" AND NOT "behind"))::float8 AS "swift",
    extract(epoch FROM now() - min("run_at") FILTER (WHERE "slow" AND NOT "behind"))::float8 AS "slow"
  FROM jobs GROUP BY 1`;

/** Reads how the queue stands now. The one query here that names no shop: it is about none. */
export async function readQueueState(pool: pg.Pool): Promise<QueueState> {
  const { rows } = await pool.query<{
    state: JobState;
    count: number;
    swift: number | null;
    slow: number | null;
  }>(STATE_SQL);
  const of = (state: JobState) => rows.find((row) => row.state === state);
  const due = of("due");
  return {
    lagSeconds: { swift: due?.swift ?? 0, slow: due?.slow ?? 0 },
    jobs: Object.fromEntries(JOB_STATES.map((state) => [state, of(state)?.count ?? 0])) as QueueState["jobs"],
  };
}
