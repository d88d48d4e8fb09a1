import type pg from "pg";

/**
 * How fast the jobs of a killed worker are given to another. graphile-worker itself waits four hours, because it
 * cannot know; PostgreSQL can: a worker holds an advisory lock on a connection of its own, and the lock goes when
 * the process does.
 */
const LOOK_EVERY_MS = 2_000;
/** A job taken this recently may belong to a worker that has not got to its lock yet, or has not been told of it. */
const TOO_FRESH = "2 seconds";
/** A lock that all workers share, so that others can count them: both numbers of its key. */
const ALL_WORKERS = [0x57_4b_52, 0] as const;

export interface Liveness {
  stop(): Promise<void>;
}

export interface Worker {
  /** Under which its jobs are taken. */
  workerId: string;
  /** Whether this process has begun with a job and not ended it. */
  isRunning(jobId: string): boolean;
}

/**
 * Shows that the worker named `workerId` lives, frees the jobs of workers that do not and those that it holds itself
 * without knowing, and clears away what others have taken the place of. Should the connection
 * break while the worker lives, its running job may be started a second time elsewhere: every job may be.
 */
export async function keepAlive(pool: pg.Pool, { workerId, isRunning }: Worker): Promise<Liveness> {
  let stopped = false;
  let unknown = new Set<string>();
  let holder: pg.PoolClient | undefined;

  const hold = async () => {
    const client = await pool.connect();
    client.once("end", () => {
      if (holder !== client) return;
      holder = undefined; // The next look holds it again.
      client.release(true);
    });
    try {
      await client.query(
        "SELECT pg_advisory_lock(hashtextextended($1, 0)), pg_advisory_lock_shared($2::int, $3::int)",
        [`worker:${workerId}`, ...ALL_WORKERS],
      );
    } catch (error) {
      client.release(true);
      throw error;
    }
    holder = client;
  };
  const look = async () => {
    if (!holder) await hold();
    await freeJobsOfDeadWorkers(pool);
    // One that has just ended may not be noted yet: who is unknown at two looks is.
    const before = unknown;
    const held = await readHeld(pool, workerId);
    unknown = new Set(held.filter((id) => !isRunning(id)));
    await freeJobs(pool, { workerId, ids: [...unknown].filter((id) => before.has(id)) });
    await forgetOvertakenJobs(pool);
  };

  await look();
  let looking = Promise.resolve();
  const timer = setInterval(() => {
    // A database that is away shows up in the worker's own log; the next look finds it back.
    looking = looking.then(() => (stopped ? undefined : look())).catch(() => undefined);
  }, LOOK_EVERY_MS);
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      const last = holder;
      holder = undefined;
      last?.release(true);
    },
  };
}

/** How many workers live, in all processes that use this database. */
export async function countWorkers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_locks
     WHERE "locktype" = 'advisory' AND "mode" = 'ShareLock' AND "granted" AND "classid"::bigint = $1 AND "objid"::bigint = $2
       AND "database" = (SELECT "oid" FROM pg_database WHERE "datname" = current_database())`,
    [...ALL_WORKERS],
  );
  return rows[0]?.count ?? 0;
}

/** A lock that can be had belongs to nobody: its worker is gone. */
async function freeJobsOfDeadWorkers(pool: pg.Pool): Promise<void> {
  await pool.query(`
    WITH suspects AS MATERIALIZED (
      SELECT DISTINCT locked_by FROM graphile_worker.jobs WHERE locked_at < now() - interval '${TOO_FRESH}'
    ), dead AS MATERIALIZED (
      SELECT locked_by FROM suspects WHERE pg_try_advisory_xact_lock(hashtextextended('worker:' || locked_by, 0))
    )
    SELECT graphile_worker.force_unlock_workers(array_agg(locked_by)) FROM dead HAVING count(*) > 0`);
}

/** The jobs a worker has taken. */
async function readHeld(pool: pg.Pool, workerId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM graphile_worker.jobs WHERE locked_by = $1 AND locked_at < now() - interval '${TOO_FRESH}'`,
    [workerId],
  );
  return rows.map(({ id }) => id);
}

/**
 * Gives jobs back that a worker has taken without being told: PostgreSQL had committed it, and the connection broke before
 * it said so. The worker lives, so nobody else would free them, nor their lanes, for hours. The queue's own function frees
 * all that a worker has taken, also what it is running.
 */
async function freeJobs(
  pool: pg.Pool,
  { workerId, ids }: { workerId: string; ids: string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await pool.query(
    `WITH freed AS (
       UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL, run_at = greatest(run_at, now())
       WHERE locked_by = $1 AND id = ANY($2::bigint[]) RETURNING job_queue_id
     )
     UPDATE graphile_worker._private_job_queues q SET locked_at = NULL, locked_by = NULL
     FROM freed WHERE q.id = freed.job_queue_id AND q.locked_by = $1`,
    [workerId, ids],
  );
}

/**
 * A job that is asked for again, or called off, while it runs loses its key, and graphile-worker counts its tries as used
 * up. Should it fail after all, or its worker be killed, it would stand there as given up for ever, although another does
 * its work or nobody wants it. All jobs of ours have a key.
 */
async function forgetOvertakenJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
    WHERE key IS NULL AND locked_at IS NULL AND attempts >= max_attempts HAVING count(*) > 0`);
}
