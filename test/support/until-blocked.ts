import type pg from "pg";
import { expect, vi } from "vitest";

/** Longer than the slowest of machines takes to get there. In milliseconds. */
const PATIENCE_MS = 60_000;

/** Waits until one of this database's connections waits for another; or until `work`, which may not have to, has ended. */
export async function untilBlocked(pool: pg.Pool, work?: Promise<unknown>): Promise<void> {
  let ended = false;
  const note = () => void (ended = true);
  void work?.then(note, note);
  await vi.waitFor(
    async () => {
      if (ended) return;
      const { rowCount } = await pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rowCount).toBeGreaterThan(0);
    },
    { timeout: PATIENCE_MS },
  );
}
