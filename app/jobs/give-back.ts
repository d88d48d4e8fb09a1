import type pg from "pg";
import type { Tx } from "../db.server.ts";

export interface Taken {
  /** Workers as graphile-worker names them. */
  workers: readonly string[];
  /** Only these of their jobs; without, all of them, and every lane they have taken. */
  jobs?: readonly string[];
  /** Why the runs failed. With it the jobs wait as long as after any failed run; without, they are due at once. */
  error?: string;
}

/**
 * Gives jobs back that workers have taken: they are due again, and their lanes free. Of jobs nobody has taken nothing is
 * changed, so it may be repeated.
 *
 * Each gets another number. Its worker may live after all and come to the end of its run: graphile-worker notes an end by
 * the job's number alone, whoever has taken it meanwhile. Under the old number it would delete the job as it waits with
 * what it was asked for since; or the job another runs now, whose end would then free no lane, for hours.
 *
 * This is done in the queue's own tables, because its functions keep the number, and free all of a worker's jobs or none.
 */
export async function giveBack(pool: pg.Pool, { workers, jobs, error }: Taken): Promise<void> {
  if (workers.length === 0 || jobs?.length === 0) return;
  await pool.query(
    `WITH given AS (
       UPDATE graphile_worker._private_jobs
       SET id = DEFAULT, locked_at = NULL, locked_by = NULL, last_error = coalesce($3, last_error),
         -- The wait is that of graphile-worker's own fail_job.
         run_at = greatest(run_at, now())
           + CASE WHEN $3::text IS NULL THEN interval '0' ELSE exp(least(attempts, 10)) * interval '1 second' END
       WHERE locked_by = ANY($1) AND ($2::bigint[] IS NULL OR id = ANY($2)) RETURNING job_queue_id
     )
     UPDATE graphile_worker._private_job_queues SET locked_at = NULL, locked_by = NULL
     WHERE locked_by = ANY($1) AND ($2::bigint[] IS NULL OR id IN (SELECT job_queue_id FROM given))`,
    [workers, jobs ?? null, error ?? null],
  );
}

/** A run goes on with a job that was given back, and that another may be running: it must not write any more. */
export class JobGivenBackError extends Error {
  constructor(jobId: string) {
    super(
      `Job ${jobId} was given back, because its worker seemed to be gone: it is run again elsewhere, and this run ends.`,
    );
    this.name = "JobGivenBackError";
  }
}

/**
 * Makes sure that a job is its runner's still, and keeps it from being given back until the transaction ends. Who runs it
 * afterwards sees what the transaction has written.
 * @throws JobGivenBackError
 */
export async function holdJob(tx: Tx, jobId: string): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM graphile_worker._private_jobs WHERE "id" = ${BigInt(jobId)} FOR KEY SHARE`;
  if (held.length === 0) throw new JobGivenBackError(jobId);
}
