import { expect, test } from "vitest";
import { recordHint } from "../../app/domain/events/record-hint.ts";
import { jobKey, queueForAll, queueing, queueJob, queueUnlessQueued } from "../../app/jobs/catalog.ts";
import { untilBlocked } from "../support/until-blocked.ts";
import { createWorld, NEIGHBOUR, SHOP, type World } from "../support/world.ts";
import { asOwner } from "../support/database.ts";

interface Queued {
  key: string;
  queue_name: string;
  attempts: number;
}

async function queued(world: World): Promise<Queued[]> {
  const { rows } = await world.services.pool.query<Queued>(
    "SELECT key, queue_name, attempts FROM graphile_worker.jobs ORDER BY key",
  );
  return rows;
}

test("a thousand hints of one shop are one job", async () => {
  const world = await createWorld({});
  const { db } = world.services;
  for (let index = 0; index < 1000; index++)
    await recordHint(db, {
      shop: SHOP,
      source: "warehouse",
      event: "shipment-created",
      identifier: `${index}`,
    });
  expect(await db.hint.count({ where: { shop: SHOP } })).toBe(1000);
  expect(await queued(world)).toMatchObject([{ key: `follow-stock-hints:${SHOP}` }]);
});

test("shops have queues of their own", async () => {
  const world = await createWorld({});
  const { db } = world.services;
  for (const shop of [SHOP, "other.myshopify.com"]) await queueJob(db, { name: "compare-stock", shop });
  expect((await queued(world)).map(({ queue_name }) => queue_name)).toEqual([
    `stock:${SHOP}`,
    "stock:other.myshopify.com",
  ]);
});

test("a hint whose job cannot be queued is not stored either", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  await asOwner(pool, "ALTER FUNCTION graphile_worker.add_jobs RENAME TO add_jobs_away");
  await expect(
    recordHint(db, { shop: SHOP, source: "warehouse", event: "shipment-created" }),
  ).rejects.toThrow();
  expect(await db.hint.count({ where: { shop: SHOP } })).toBe(0);
});

test("a job asked for again is tried now instead of after its pause", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  await queueJob(db, { name: "compare-stock", shop: SHOP });
  await pool.query(
    "UPDATE graphile_worker._private_jobs SET attempts = 9, run_at = now() + interval '1 hour'",
  );
  await queueJob(db, { name: "compare-stock", shop: SHOP });
  const { rows } = await pool.query<{ due: boolean; attempts: number }>(
    "SELECT run_at <= now() AS due, attempts FROM graphile_worker.jobs",
  );
  expect(rows).toEqual([{ due: true, attempts: 0 }]);
});

test("a regular round leaves a job alone that waits for its next try, whatever its priority", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  const job = { name: "follow-return", shop: SHOP, returnId: "1" } as const;
  await queueJob(db, job);
  await pool.query("UPDATE graphile_worker._private_jobs SET attempts = 9");
  await queueUnlessQueued(db, [
    { ...job, priority: 5 },
    { ...job, returnId: "2" },
  ]);
  expect(await queued(world)).toMatchObject([
    { key: jobKey(job), attempts: 9 },
    { key: jobKey({ ...job, returnId: "2" }), attempts: 0 },
  ]);
});

test("a job that a worker takes in the moment it is asked for again runs once more", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  const job = { name: "compare-stock", shop: SHOP } as const;
  // The queue knows the lane and the kind of job already: who asks waits for nothing but the job itself.
  await queueJob(db, { name: "settle-stock", shop: SHOP });
  await queueJob(db, { ...job, shop: NEIGHBOUR });
  const before = await pool.connect();
  try {
    // Somebody's job is committed and taken by a worker while another waits to ask for the same.
    await before.query("BEGIN");
    await before.query(queueing(job));
    const asking = queueJob(db, job);
    await untilBlocked(pool);
    await before.query(
      "UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'worker' WHERE key = $1",
      [jobKey(job)],
    );
    await before.query("COMMIT");
    await asking;
  } finally {
    before.release();
  }
  const { rows } = await pool.query<{ key: string | null; running: boolean }>(
    `SELECT key, locked_at IS NOT NULL AS running FROM graphile_worker.jobs
     WHERE task_identifier = $1 AND queue_name = $2 ORDER BY id`,
    [job.name, `stock:${SHOP}`],
  );
  expect(rows).toEqual([
    { key: null, running: true },
    { key: jobKey(job), running: false },
  ]);
});

test("a job may be put off for longer than the milliseconds of an integer", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  const days = 90;
  await queueJob(db, { name: "turn-sale", shop: SHOP, inMs: days * 86_400_000 });
  const { rows } = await pool.query<{ days: number }>(
    "SELECT round(extract(epoch FROM run_at - now()) / 86400)::int AS days FROM graphile_worker.jobs",
  );
  expect(rows).toEqual([{ days }]);
});

test("a job asked for again and again keeps its place in the line", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  const order = async () => {
    const { rows } = await pool.query<{ queue_name: string }>(
      "SELECT queue_name FROM graphile_worker.jobs ORDER BY priority, run_at",
    );
    return rows.map(({ queue_name }) => queue_name);
  };
  for (const shop of ["busy", "quiet"]) await queueJob(db, { name: "compare-stock", shop });
  await queueJob(db, { name: "compare-stock", shop: "busy" });
  await queueForAll(db, { name: "compare-stock", shops: ["busy"] });
  await queueJob(db, { name: "compare-stock", shop: "busy", inMs: 60_000 });
  expect(await order()).toEqual(["stock:busy", "stock:quiet"]);
});
