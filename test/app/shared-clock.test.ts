import type pg from "pg";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { createSharedClock } from "../../app/shared-clock.server.ts";
import { createDatabase } from "../support/database.ts";
import { openPool } from "../support/open-pool.ts";

const FAST = 150_000;
/** What a busy machine may take to ask PostgreSQL, and well below what the clock is wrong by. */
const ABOUT = 60_000;

afterEach(() => void vi.useRealTimers());

/** From here on this machine's clock is wrong. */
function setClockAhead(ms: number): void {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
}

function openOne(url: string): pg.Pool {
  const pool = openPool(url, { max: 1 });
  onTestFinished(() => pool.end());
  return pool;
}

async function openClock() {
  const pool = openOne(await createDatabase(onTestFinished));
  const clock = createSharedClock(pool);
  onTestFinished(() => clock.stop());
  const differs = async () => {
    const { rows } = await pool.query<{ now: Date }>(`SELECT clock_timestamp() AS "now"`);
    return Math.abs(clock.now().getTime() - rows[0]!.now.getTime());
  };
  return { clock, differs };
}

test.each([FAST, -FAST])("a machine whose clock is %i ms ahead goes by PostgreSQL's", async (aheadMs) => {
  const { clock, differs } = await openClock();
  setClockAhead(aheadMs);
  expect(await differs()).toBeGreaterThan(FAST - ABOUT);
  expect(Math.abs((await clock.follow()) - aheadMs)).toBeLessThan(ABOUT);
  expect(await differs()).toBeLessThan(ABOUT);
});

test("time goes on between two comparisons", async () => {
  const { clock } = await openClock();
  await clock.follow();
  const before = clock.now().getTime();
  setClockAhead(5_000);
  expect(clock.now().getTime() - before).toBeGreaterThanOrEqual(5_000);
});

test("a database that does not answer is said, and the machine's own time holds", async () => {
  const clock = createSharedClock(openOne("postgres://nobody@localhost:1/nothing"));
  onTestFinished(() => clock.stop());
  await expect(clock.follow()).rejects.toThrow();
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(ABOUT);
});
