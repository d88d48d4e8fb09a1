import type pg from "pg";
import { until } from "../../sandbox/demo/observe.ts";

/** For a transaction in which a test waits: Prisma's own limit, of five seconds, is beyond the wait's. In milliseconds. */
export const WHILE_WAITING = { timeout: 300_000 };

/** Waits until one of this database's connections waits for another; or until `work`, which may not have to, has ended. */
export async function untilBlocked(pool: pg.Pool, work?: Promise<unknown>): Promise<void> {
  let ended = false;
  const note = () => void (ended = true);
  void work?.then(note, note);
  const countBlocked = async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rowCount ?? 0;
  };
  await until(countBlocked, (blocked) => ended || blocked > 0);
}
