import { expect, test, vi } from "vitest";
import { keepAlive } from "../../app/jobs/worker-liveness.server.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { readQueueState } from "../../app/jobs/queue-state.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const named = (workerId: string) => ({ workerId, isRunning: () => true });

/** A job that a worker of this name took ten seconds ago and has not finished. */
async function taken(world: World, worker: string): Promise<void> {
  const { db, pool } = world.services;
  await queueJob(db, { name: "compare-stock", shop: SHOP });
  for (const table of ["_private_jobs", "_private_job_queues"])
    await pool.query(
      `UPDATE graphile_worker.${table} SET locked_by = $1, locked_at = now() - interval '10 seconds'`,
      [worker],
    );
}

async function lockedBy(world: World): Promise<string[]> {
  const { rows } = await world.services.pool.query<{ locked_by: string }>(
    "SELECT locked_by FROM graphile_worker.jobs WHERE locked_by IS NOT NULL",
  );
  return rows.map((row) => row.locked_by);
}

test("the job of a worker that died is free for another at once", async () => {
  const world = await createWorld({});
  await taken(world, "dead");
  const mine = await keepAlive(world.services.pool, named("mine"));
  expect(await lockedBy(world)).toEqual([]);
  await mine.stop();
});

test("the job of a worker that lives stays its own", async () => {
  const world = await createWorld({});
  const theirs = await keepAlive(world.services.pool, named("theirs"));
  await taken(world, "theirs");
  const mine = await keepAlive(world.services.pool, named("mine"));
  expect(await lockedBy(world)).toEqual(["theirs"]);
  await mine.stop();
  await theirs.stop();
});

test("a job a worker has taken without being told is given back, and its lane", async () => {
  const world = await createWorld({});
  const { pool } = world.services;
  await taken(world, "mine");
  const mine = await keepAlive(pool, { workerId: "mine", isRunning: () => false });
  await vi.waitFor(async () => expect(await lockedBy(world)).toEqual([]), { timeout: 10_000 });
  const { rows: lanes } = await pool.query(
    "SELECT 1 FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL",
  );
  expect(lanes).toEqual([]);
  expect((await readQueueState(pool)).jobs).toMatchObject({ due: 1, running: 0 });
  await mine.stop();
});

test("a job whose end is not noted yet is not given back", async () => {
  const world = await createWorld({});
  await taken(world, "mine");
  // A look passes, and what was running is over.
  let looks = 0;
  const mine = await keepAlive(world.services.pool, { workerId: "mine", isRunning: () => looks++ !== 1 });
  await vi.waitUntil(() => looks > 2, { timeout: 10_000 });
  expect(await lockedBy(world)).toEqual(["mine"]);
  await mine.stop();
});

test("a job that was asked for again while it ran is not left as given up when it fails", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  await taken(world, "busy");
  await queueJob(db, { name: "compare-stock", shop: SHOP });
  const { rows: ran } = await pool.query<{ id: string }>(
    "SELECT id FROM graphile_worker.jobs WHERE locked_by = 'busy'",
  );
  await pool.query("SELECT graphile_worker.force_unlock_workers(ARRAY['busy'])");
  expect((await readQueueState(pool)).jobs).toMatchObject({ due: 1, "given-up": 1 });
  const mine = await keepAlive(pool, named("mine"));
  expect((await readQueueState(pool)).jobs).toMatchObject({ due: 1, "given-up": 0 });
  const { rows: left } = await pool.query<{ id: string }>("SELECT id FROM graphile_worker.jobs");
  expect(left).not.toContainEqual(ran[0]);
  await mine.stop();
});

test("a worker that has stopped leaves nothing locked", async () => {
  const world = await createWorld({});
  const theirs = await keepAlive(world.services.pool, named("theirs"));
  await theirs.stop();
  await taken(world, "theirs");
  const mine = await keepAlive(world.services.pool, named("mine"));
  expect(await lockedBy(world)).toEqual([]);
  await mine.stop();
});
