import { expect, test } from "vitest";
import { queueJob } from "../../app/jobs/catalog.ts";
import { readQueueState } from "../../app/jobs/queue-state.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

/** Makes the job due for so long. */
async function due(world: World, job: { name: string; minutes: number }): Promise<void> {
  await world.services.pool.query(
    `UPDATE graphile_worker._private_jobs j SET run_at = now() - $2 * interval '1 minute'
     FROM graphile_worker._private_tasks t WHERE t.id = j.task_id AND t.identifier = $1`,
    [job.name, job.minutes],
  );
}

test("the lag is the wait of the job that could have been running for longest, each lane by itself", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  expect(await readQueueState(pool)).toEqual({
    lagSeconds: { swift: 0, slow: 0 },
    jobs: { due: 0, running: 0, later: 0, "given-up": 0 },
  });
  await queueJob(db, { name: "compare-stock", shop: SHOP });
  await queueJob(db, { name: "import-catalogue", shop: SHOP });
  await queueJob(db, { name: "turn-sale", shop: "other.myshopify.com", inMs: 60_000 });
  await due(world, { name: "compare-stock", minutes: 2 });
  await due(world, { name: "import-catalogue", minutes: 9 });
  const { lagSeconds, jobs } = await readQueueState(pool);
  expect(Math.round(lagSeconds.swift / 60)).toBe(2);
  expect(Math.round(lagSeconds.slow / 60)).toBe(9);
  expect(jobs).toEqual({ due: 2, running: 0, later: 1, "given-up": 0 });
});

test("a job behind another of its shop is not late, and one that has given up is not waiting", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  for (const name of ["compare-stock", "settle-stock", "import-catalogue"] as const)
    await queueJob(db, { name, shop: SHOP });
  for (const name of ["settle-stock", "import-catalogue"]) await due(world, { name, minutes: 5 });
  await pool.query(
    `UPDATE graphile_worker._private_jobs j SET
       locked_at = CASE WHEN t.identifier = 'compare-stock' THEN now() END,
       attempts = CASE WHEN t.identifier = 'import-catalogue' THEN max_attempts ELSE 0 END
     FROM graphile_worker._private_tasks t WHERE t.id = j.task_id`,
  );
  expect(await readQueueState(pool)).toEqual({
    lagSeconds: { swift: 0, slow: 0 },
    jobs: { due: 1, running: 1, later: 0, "given-up": 1 },
  });
});
