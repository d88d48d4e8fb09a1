import type pg from "pg";
import { expect, test } from "vitest";
import type { Db } from "../../app/db.server.ts";
import { until } from "../../sandbox/demo/observe.ts";
import { createWorld } from "../support/world.ts";

/** Cuts off every other connection to the database, as a restart does. */
const cutOff = (pool: pg.Pool) =>
  pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );

/** How many connections of the pool somebody holds. */
const countBusy = (pool: pg.Pool) => pool.totalCount - pool.idleCount;

/** How many of this database's connections are within a query that sleeps. */
async function countAsleep(pool: pg.Pool): Promise<number | null> {
  const { rowCount } = await pool.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
  );
  return rowCount;
}

/** After so long Prisma ends the transaction, in milliseconds. */
const TIMEOUT_MS = 300;

// A rejection that nothing catches would end the process; here it fails the run.
test.each<[string, (db: Db, pool: pg.Pool) => Promise<unknown>]>([
  [
    "breaks while it is idle and that takes too long",
    (db, pool) =>
      db.$transaction(
        async (tx) => {
          await tx.$executeRaw`SELECT 1`;
          await cutOff(pool);
          await until(
            () => countBusy(pool),
            (busy) => busy === 0,
          );
        },
        { timeout: TIMEOUT_MS },
      ),
  ],
  [
    "breaks before it is committed",
    (db, pool) =>
      db.$transaction(async (tx) => {
        await tx.$executeRaw`SELECT 1`;
        await cutOff(pool);
      }),
  ],
  [
    "breaks within a query",
    (db, pool) =>
      db.$transaction(async (tx) => {
        const query = expect(tx.$executeRaw`SELECT pg_sleep('infinity')`).rejects.toThrow();
        await until(
          () => countAsleep(pool),
          (asleep) => asleep === 1,
        );
        await cutOff(pool);
        await query;
      }),
  ],
  [
    "is refused when it is committed",
    (db) =>
      db.$transaction(async (tx) => {
        await tx.$executeRaw`CREATE TEMP TABLE deferred (id int PRIMARY KEY DEFERRABLE INITIALLY DEFERRED)`;
        await tx.$executeRaw`INSERT INTO deferred VALUES (1), (1)`;
      }),
  ],
])("a transaction that %s fails and gives its connection back", async (_what, transaction) => {
  const { services } = await createWorld({});
  const { db, pool } = services;
  await expect(transaction(db, pool)).rejects.toThrow();
  await expect.poll(() => countBusy(pool)).toBe(0);
  // A connection may be cut off, and the pool not know it yet.
  const ask = () => db.$queryRaw`SELECT 1 AS "one"`.catch(() => undefined);
  await expect.poll(ask).toEqual([{ one: 1 }]);
});
