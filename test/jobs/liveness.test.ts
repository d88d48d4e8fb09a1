import { EventEmitter, once } from "node:events";
import { Logger, run, type WorkerEvents, type WorkerPool } from "graphile-worker";
import { describe, expect, onTestFinished, test } from "vitest";
import { keepAlive } from "../../app/jobs/worker-liveness.server.ts";
import { readGivenUp } from "../../app/domain/work/read-given-up.ts";
import { retryGivenUp } from "../../app/domain/work/retry-given-up.ts";
import { queueJob } from "../../app/jobs/catalog.ts";
import { giveBack, holdJob, JobGivenBackError } from "../../app/jobs/give-back.ts";
import { readQueueState } from "../../app/jobs/queue-state.ts";
import { untilBlocked, WHILE_WAITING } from "../support/until-blocked.ts";
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

const untilFree = (world: World) => expect.poll(() => lockedBy(world)).toEqual([]);

async function takenLanes(world: World): Promise<{ id: number }[]> {
  const { rows } = await world.services.pool.query<{ id: number }>(
    "SELECT id FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL",
  );
  return rows;
}

test("the job of a worker that died is free for another within seconds", async () => {
  const world = await createWorld({});
  await taken(world, "dead");
  const mine = await keepAlive(world.services.pool, named("mine"));
  await untilFree(world);
  expect(await takenLanes(world)).toEqual([]);
  await mine.stop();
});

test("a worker that was without its lock at one look keeps its job", { tags: ["proof"] }, async () => {
  const world = await createWorld({});
  const { pool } = world.services;
  await taken(world, "theirs");
  // As when PostgreSQL was started anew: nobody holds a lock when the first of them looks.
  let looks = 0;
  const mine = await keepAlive(pool, { workerId: "mine", isRunning: () => looks++ > 0 });
  const theirs = await keepAlive(pool, named("theirs"));
  await queueJob(world.services.db, { name: "find-returns", shop: SHOP });
  await pool.query(
    `UPDATE graphile_worker._private_jobs SET locked_by = 'mine', locked_at = now() WHERE locked_by IS NULL`,
  );
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(await lockedBy(world)).toContain("theirs");
  await mine.stop();
  await theirs.stop();
});

/** A worker nobody knows to be alive, whose runs each go on until they are told to end. */
async function unknownWorker(world: World) {
  const runs: (() => void)[] = [];
  const events: WorkerEvents = new EventEmitter();
  const created = once(events, "pool:create") as Promise<[{ workerPool: WorkerPool }]>;
  const runner = await run({
    pgPool: world.services.pool,
    events,
    taskList: { "compare-stock": () => new Promise<void>((end) => runs.push(end)) },
    concurrency: 1,
    pollInterval: 100,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
  const [{ workerPool }] = await created;
  onTestFinished(async () => {
    for (const end of runs) end();
    await runner.stop().catch(() => undefined); // The test has stopped it.
  });
  return {
    id: workerPool.id,
    begun: (times: number) => expect.poll(() => runs).toHaveLength(times),
    endLast: () => runs.at(-1)?.(),
    stop: () => runner.stop(),
  };
}

describe("a worker that lives and was taken for dead", () => {
  test("does not end what its job is asked for after it was given back", async () => {
    const world = await createWorld({});
    const asked = { name: "compare-stock", shop: SHOP } as const;
    await queueJob(world.services.db, asked);
    const theirs = await unknownWorker(world);
    await theirs.begun(1);
    const mine = await keepAlive(world.services.pool, named("mine"));
    await untilFree(world);
    await queueJob(world.services.db, asked);
    theirs.endLast();
    // Asked for while nobody was running it, so it has to be run once more.
    await theirs.begun(2);
    theirs.endLast();
    await theirs.stop();
    await mine.stop();
  });

  test("does not keep the lane taken for the one that runs its job now", async () => {
    const world = await createWorld({});
    const { db, pool } = world.services;
    await queueJob(db, { name: "compare-stock", shop: SHOP });
    const first = await unknownWorker(world);
    await first.begun(1);
    const mine = await keepAlive(pool, named("mine"));
    await untilFree(world);
    const second = await unknownWorker(world);
    const alive = await keepAlive(pool, named(second.id));
    await second.begun(1);
    first.endLast();
    await first.stop();
    second.endLast();
    // graphile-worker does not wait until it has noted that they are done.
    await expect.poll(() => takenLanes(world)).toEqual([]);
    await second.stop();
    expect((await readQueueState(pool)).jobs).toMatchObject({ due: 0, running: 0 });
    await mine.stop();
    await alive.stop();
  });
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
  await untilFree(world);
  expect(await takenLanes(world)).toEqual([]);
  expect((await readQueueState(pool)).jobs).toMatchObject({ due: 1, running: 0 });
  await mine.stop();
});

test("a job whose end is not noted yet is not given back", { tags: ["proof"] }, async () => {
  const world = await createWorld({});
  await taken(world, "mine");
  // A look passes, and what was running is over.
  let looks = 0;
  const mine = await keepAlive(world.services.pool, { workerId: "mine", isRunning: () => looks++ !== 1 });
  await expect.poll(() => looks).toBeGreaterThan(2);
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
  // Nor is it called so until it is forgotten.
  expect((await readQueueState(pool)).jobs).toMatchObject({ due: 1, later: 0, "given-up": 0 });
  expect(await readGivenUp(world.ctx)).toEqual([]);
  expect(await retryGivenUp(world.ctx)).toEqual({ outcome: "over" });
  const mine = await keepAlive(pool, named("mine"));
  const { rows: left } = await pool.query<{ id: string }>("SELECT id FROM graphile_worker.jobs");
  expect(left).toHaveLength(1);
  expect(left).not.toContainEqual(ran[0]);
  await mine.stop();
});

test("a job whose run is about to write is given back after that, and what runs it next sees it", async () => {
  const world = await createWorld({});
  const { db, pool } = world.services;
  await taken(world, "asleep");
  const { rows } = await pool.query<{ id: string }>("SELECT id FROM graphile_worker.jobs");
  const jobId = rows[0]!.id;
  let given = false;
  const giving = await db.$transaction(async (tx) => {
    await holdJob(tx, jobId);
    const wait = giveBack(pool, { workers: ["asleep"] }).then(() => (given = true));
    await untilBlocked(pool);
    expect(given).toBe(false);
    return { wait };
  }, WHILE_WAITING);
  await giving.wait;
  await expect(db.$transaction((tx) => holdJob(tx, jobId))).rejects.toThrow(JobGivenBackError);
});

test("a worker that has stopped leaves nothing locked", async () => {
  const world = await createWorld({});
  const theirs = await keepAlive(world.services.pool, named("theirs"));
  await theirs.stop();
  await taken(world, "theirs");
  const mine = await keepAlive(world.services.pool, named("mine"));
  await untilFree(world);
  await mine.stop();
});
