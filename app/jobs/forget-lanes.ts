import type pg from "pg";

/**
 * Whoever queues a job holds this table's lock until they commit. Those who come after us wait behind us, so we do not wait
 * long: what is not forgotten now is forgotten in the next minute.
 */
const PATIENCE = "50ms";
/** PostgreSQL's word that a lock was not to be had in time. */
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Forgets the names of lanes in which no job waits or runs. The queue remembers each for ever, and each look for a job locks
 * the rows of all lanes that are free: with the lanes of some thousand shops in it a look takes longer than the job.
 *
 * A lane must not go between the two moments in which a job is queued: that its lane is there, and that it is in it. Nobody
 * is between the two while we hold the table against those who write to it.
 */
export async function forgetLanes(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = '${PATIENCE}'`);
    await client.query("LOCK TABLE graphile_worker._private_job_queues IN SHARE ROW EXCLUSIVE MODE");
    await client.query(`
      DELETE FROM graphile_worker._private_job_queues q
      WHERE q."locked_at" IS NULL AND NOT EXISTS (
        SELECT FROM graphile_worker._private_jobs j WHERE j."job_queue_id" = q."id")`);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  } finally {
    client.release();
  }
}
