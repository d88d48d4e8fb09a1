import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { expect, test } from "vitest";
import type { Db } from "../../app/db.server.ts";
import { createWorld } from "../support/world.ts";

/** Cuts off every other connection to the database, as a restart does. */
const cutOff = (pool: pg.Pool) =>
  pool.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );

/** Nobody has to wait so long for the end of a transaction here, in milliseconds. */
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
          await sleep(TIMEOUT_MS * 2);
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
        await Promise.all([tx.$executeRaw`SELECT pg_sleep(5)`, sleep(100).then(() => cutOff(pool))]);
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
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  // A connection may be cut off, and the pool not know it yet.
  const ask = () => db.$queryRaw`SELECT 1 AS "one"`.catch(() => undefined);
  await expect.poll(ask).toEqual([{ one: 1 }]);
});
