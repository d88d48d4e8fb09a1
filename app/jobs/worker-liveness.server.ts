import type pg from "pg";

/**
 * How fast the jobs of a killed worker are given to another. graphile-worker itself waits four hours, because it
 * cannot know; PostgreSQL can: a worker holds an advisory lock on a connection of its own, and the lock goes when
 * the process does.
 */
const LOOK_EVERY_MS = 2_000;
/** A job taken this recently may belong to a worker that has not got to its lock yet. */
const TOO_FRESH = "2 seconds";
/** A lock that all workers share, so that others can count them: both numbers of its key. */
const ALL_WORKERS = [0x57_4b_52, 0] as const;

export interface Liveness {
  stop(): Promise<void>;
}

/**
 * Shows that the worker named `workerId` lives, frees the jobs of workers that do not, and clears away what others have
 * taken the place of. Should the connection
 * break while the worker lives, its running job may be started a second time elsewhere: every job may be.
 */
export async function keepAlive(pool: pg.Pool, workerId: string): Promise<Liveness> {
  let stopped = false;
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
