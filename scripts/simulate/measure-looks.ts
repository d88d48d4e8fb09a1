import { run, Logger } from "graphile-worker";
import type pg from "pg";
import type { Look } from "./costs.ts";

/** Lanes the queue remembers: those of some shops in a minute, and up to those of all shops for ever. */
const LANES = [100, 1_000, 10_000, 100_000];
/** Jobs looked for, one after the other; fewer where each look takes longer. */
const JOBS_LOOKED_FOR = { most: 100, least: 10 };
const ROUNDS = 5;

/**
 * How long the queue's own look for a job takes, with so many lanes remembered besides: jobs that do nothing, each in a lane
 * of its own, are taken by one worker one after the other. Of the rounds the quickest counts: what is more, other things took.
 */
export async function measureLooks(pool: pg.Pool): Promise<Look[]> {
  pool.on("connect", (client) => client.on("error", () => undefined)); // The next query hears of it.
  await pool.query("DELETE FROM graphile_worker._private_jobs");
  const looks: Look[] = [];
  for (const lanes of LANES) {
    const rounds: Look[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await lookOnce(pool, lanes));
    looks.push(rounds.reduce((best, one) => (one.ms < best.ms ? one : best)));
  }
  return looks;
}

async function lookOnce(pool: pg.Pool, lanes: number): Promise<Look> {
  const { most, least } = JOBS_LOOKED_FOR;
  const jobs = Math.max(least, Math.min(most, (most * 1_000) / lanes));
  await pool.query("DELETE FROM graphile_worker._private_job_queues");
  await pool.query("VACUUM graphile_worker._private_job_queues, graphile_worker._private_jobs");
  await pool.query(
    `INSERT INTO graphile_worker._private_job_queues (queue_name)
     SELECT 'stock:shop-' || n || '.myshopify.com' FROM generate_series(1, $1::int) n`,
    [lanes],
  );
  await pool.query(
    `SELECT count(graphile_worker.add_job('nothing', '{}'::json, 'stock:shop-' || n || '.myshopify.com'))
     FROM generate_series(1, $1::int) n`,
    [jobs],
  );
  await pool.query("ANALYZE graphile_worker._private_job_queues, graphile_worker._private_jobs");
  const before = await written(pool);
  const ms = await takeAll(pool, jobs);
  return {
    lanes,
    ms: Math.round((ms / jobs) * 1000) / 1000,
    walBytes: Math.round(((await written(pool)) - before) / jobs),
  };
}

/** Bytes of WAL since ever. */
async function written(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ wal: string }>(
    "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS wal",
  );
  return Number(rows[0]?.wal);
}

/** @returns for how many milliseconds one worker was at it. */
async function takeAll(pool: pg.Pool, jobs: number): Promise<number> {
  let left = jobs;
  let began = 0;
  let over: (ms: number) => void = () => undefined;
  const done = new Promise<number>((resolve) => (over = resolve));
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
    taskList: {
      nothing() {
        began ||= performance.now();
        left--;
        if (left === 0) over(performance.now() - began);
      },
    },
  });
  const ms = await done;
  await runner.stop();
  return ms;
}
