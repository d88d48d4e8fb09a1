import type pg from "pg";

/** So long may it go unnoticed that somebody has set this machine's clock, in milliseconds. */
const COMPARE_EVERY_MS = 30_000;
/** An answer that took longer tells too little of when it was given. */
const ANSWERED_WITHIN_MS = 1_000;

/**
 * One time for all processes: PostgreSQL's. Rules compare times that other processes have written down (whether a write
 * may still arrive, how long a raise has been held back), and no machine's clock is trusted to be right.
 */
export interface SharedClock {
  /** This machine's time until `follow` was called. */
  now(): Date;
  /**
   * Compares with PostgreSQL's time, now and again and again until `stop`.
   * @returns by how much this machine's clock is ahead, in milliseconds.
   * @throws Error when PostgreSQL does not answer; the next comparison may.
   */
  follow(): Promise<number>;
  stop(): void;
}

export function createSharedClock(pool: pg.Pool): SharedClock {
  let aheadMs = 0;
  let timer: NodeJS.Timeout | undefined;

  async function compare(): Promise<void> {
    const client = await pool.connect(); // Waiting for a connection would count as being answered late.
    try {
      const asked = Date.now();
      const { rows } = await client.query<{ now: Date }>(`SELECT clock_timestamp() AS "now"`);
      const answered = Date.now();
      if (answered - asked > ANSWERED_WITHIN_MS) return;
      aheadMs = (asked + answered) / 2 - rows[0]!.now.getTime();
    } finally {
      client.release();
    }
  }

  return {
    now: () => new Date(Date.now() - aheadMs),
    async follow() {
      // A database that is away shows up elsewhere; until it is back, what was found last holds.
      timer ??= setInterval(() => void compare().catch(() => undefined), COMPARE_EVERY_MS).unref();
      await compare();
      return aheadMs;
    },
    stop: () => clearInterval(timer),
  };
}
