import { expect, test } from "vitest";
import { forgetLanes } from "../../app/jobs/forget-lanes.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const OTHER = "other.myshopify.com";

async function lanes({ services: { pool } }: World): Promise<string[]> {
  const { rows } = await pool.query<{ queue_name: string }>(
    "SELECT queue_name FROM graphile_worker._private_job_queues ORDER BY 1",
  );
  return rows.map(({ queue_name }) => queue_name);
}

test("a lane is forgotten when nothing waits or runs in it any more", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  await queueJob(db, { name: "compare-stock", shop: SHOP });
  await queueJob(db, { name: "turn-sale", shop: OTHER, inMs: 60_000 });
  await queueJob(db, { name: "import-catalogue", shop: OTHER });
  await pool.query(
    `UPDATE graphile_worker._private_job_queues SET locked_at = now(), locked_by = 'a worker'
     WHERE queue_name = $1`,
    [`catalog:${OTHER}`],
  );
  await pool.query("DELETE FROM graphile_worker._private_jobs WHERE key = ANY($1)", [
    [`compare-stock:${SHOP}`, `import-catalogue:${OTHER}`],
  ]);
  await forgetLanes(pool);
  expect(await lanes(world)).toEqual([`catalog:${OTHER}`, `stock:${OTHER}`]);
});

test("a lane in which a job is just being queued stays", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  await queueJob(db, { name: "compare-stock", shop: SHOP });
  await pool.query("DELETE FROM graphile_worker._private_jobs");
  await db.$transaction(async (tx) => {
    await queueJob(tx, { name: "compare-stock", shop: SHOP });
    await forgetLanes(pool); // It does not wait for us either.
    expect(await lanes(world)).toEqual([`stock:${SHOP}`]);
  });
  await forgetLanes(pool);
  expect(await lanes(world)).toEqual([`stock:${SHOP}`]);
});

test("jobs queued while lanes are forgotten again and again all have their lane", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  let over = false;
  const forgetting = (async () => {
    while (!over) await forgetLanes(pool);
  })();
  const shops = Array.from({ length: 20 }, (_, index) => `shop-${index}.myshopify.com`);
  for (let round = 0; round < 10; round++) {
    await Promise.all(shops.map((shop) => queueJob(db, { name: "compare-stock", shop })));
    const { rows } = await pool.query(
      "SELECT 1 FROM graphile_worker._private_jobs WHERE job_queue_id IS NULL",
    );
    const strays = await pool.query(
      `SELECT 1 FROM graphile_worker._private_jobs j
       WHERE NOT EXISTS (SELECT FROM graphile_worker._private_job_queues q WHERE q.id = j.job_queue_id)`,
    );
    expect([rows, strays.rows]).toEqual([[], []]);
    await pool.query("DELETE FROM graphile_worker._private_jobs");
  }
  over = true;
  await forgetting;
});
