import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { giveBack } from "./give-back.ts";
import { OVERTAKEN } from "./job-state.ts";

/**
 * How fast the jobs of a killed worker are given to another. graphile-worker itself waits four hours, because it
 * cannot know; PostgreSQL can: a worker holds an advisory lock on a connection of its own, and the lock goes when
 * the process does.
 */
const LOOK_EVERY_MS = 2_000;
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
 * Shows that the worker named `workerId` lives, gives back the jobs of workers that do not and those that it holds itself
 * without knowing, and clears away what others have taken the place of.
 *
 * Nothing is given back before two looks found it so: a worker that has just begun may not have got to its lock, and when
 * PostgreSQL was started anew all have lost theirs, and hold it again by their next look. Should one live and be without
 * its lock for longer, its running job may be started a second time elsewhere: every job may be.
 */
export async function keepAlive(pool: pg.Pool, { workerId, isRunning }: Worker): Promise<Liveness> {
  const stopping = new AbortController();
  const seenTwice = { dead: twiceInARow(), unknown: twiceInARow() };
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
    await giveBack(pool, { workers: seenTwice.dead(await readDead(pool)) });
    // PostgreSQL may have given it a job, and the connection broke before it said so: nobody else would give it back.
    const unknown = (await readHeld(pool, workerId)).filter((id) => !isRunning(id));
    await giveBack(pool, { workers: [workerId], jobs: seenTwice.unknown(unknown) });
    await forgetOvertakenJobs(pool);
  };
  const lookOn = async () => {
    while (!stopping.signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, stopping);
      await look().catch(() => undefined); // A database that is away shows up in the worker's own log.
    }
  };

  await look();
  const looking = lookOn().catch(() => undefined); // Called off while it slept.
  return {
    async stop() {
      stopping.abort();
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

/** Of the names given now, those given the time before too. */
function twiceInARow(): (names: string[]) => string[] {
  let before = new Set<string>();
  return (names) => {
    const again = names.filter((name) => before.has(name));
    before = new Set(names);
    return again;
  };
}

/** Who has taken jobs, and whose lock can be had: it belongs to nobody. */
async function readDead(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`
    WITH takers AS MATERIALIZED (
      SELECT DISTINCT locked_by AS "name" FROM graphile_worker.jobs WHERE locked_by IS NOT NULL
    )
    SELECT "name" FROM takers WHERE pg_try_advisory_xact_lock(hashtextextended('worker:' || "name", 0))`);
  return rows.map(({ name }) => name);
}

/** The jobs a worker has taken. */
async function readHeld(pool: pg.Pool, workerId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM graphile_worker.jobs WHERE locked_by = $1",
    [workerId],
  );
  return rows.map(({ id }) => id);
}

/** They would stay for ever. */
async function forgetOvertakenJobs(pool: pg.Pool): Promise<void> {
  await pool.query(`
    SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs
    WHERE ${OVERTAKEN} HAVING count(*) > 0`);
}
