import type pg from "pg";
import { expect, vi } from "vitest";

/** Waits until one of this database's connections waits for another. */
export async function untilBlocked(pool: pg.Pool): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(1);
  });
}
