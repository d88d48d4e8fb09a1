import { EventEmitter, once } from "node:events";
import { Logger, run, type WorkerEvents } from "graphile-worker";
import type pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { watchLooks } from "../../app/jobs/looks.ts";
import { patientPool } from "../../app/jobs/patient-pool.server.ts";
import { PLACES } from "../../app/jobs/places.ts";
import { createWorld } from "../support/world.ts";
import { asOwner } from "../support/database.ts";
import { untilBlocked } from "../support/until-blocked.ts";
import { until } from "../../sandbox/demo/observe.ts";

/** Longer than any test: what a look does not find is not found by the next poll either. */
const POLL_MS = 10 * 60_000;

/** The real queue of an empty world, and a task that only notes which job it was. */
async function openQueue() {
  const { pool } = (await createWorld({ warehouse: {}, variants: [] })).services;
  const events: WorkerEvents = new EventEmitter();
  const looks = watchLooks(events, PLACES);
  const done: string[] = [];
  return {
    pool,
    events,
    done,
    add: (name: string, queue = "one") =>
      pool.query(
        "SELECT graphile_worker.add_job('note', json_build_object('name', $1::text), queue_name => $2)",
        [name, queue],
      ),
    async start({ workers, through = pool }: { workers: number; through?: pg.Pool }) {
      const runner = await run({
        ...{ pgPool: patientPool(through), events, concurrency: workers, pollInterval: POLL_MS },
        ...{ noHandleSignals: true, parsedCronItems: [], logger: new Logger(() => () => undefined) },
        forbiddenFlags: () => looks.begin(),
        taskList: { note: (payload) => void done.push((payload as { name: string }).name) },
      });
      onTestFinished(async () => {
        looks.end();
        await runner.stop();
      });
      await until(
        () => countListeners(pool),
        (count) => count === 1,
      );
    },
  };
}

/** graphile-worker listens on a connection of its own, which may be ready long after `run` is: earlier announcements are lost. */
async function countListeners(pool: pg.Pool): Promise<number> {
  const { rowCount } = await pool.query(`
    SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN%'`);
  return rowCount ?? 0;
}

test("a job that waits for another of its queue begins when that is over, however long it takes to note so", async () => {
  const { pool, events, add, start, done } = await openQueue();
  await asOwner(
    pool,
    `CREATE FUNCTION wait_until_let_go() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN OLD; END $$;
     CREATE TRIGGER slow BEFORE DELETE ON graphile_worker._private_jobs
     FOR EACH ROW EXECUTE FUNCTION wait_until_let_go()`,
  );
  for (const name of ["first", "second", "third"]) await add(name);
  const holder = await pool.connect();
  await holder.query("SELECT pg_advisory_lock(1)");
  let looks = 0;
  events.on("worker:getJob:start", () => looks++);
  await start({ workers: 1 });
  await untilBlocked(pool);
  // A look that didn't wait for the note would have its answer before these.
  await expect.poll(() => looks).toBe(2);
  for (let answers = 0; answers < 10; answers++) await pool.query("SELECT 1");
  await holder.query("SELECT pg_advisory_unlock(1)");
  holder.release();
  await expect.poll(() => done).toEqual(["first", "second", "third"]);
});

test("a job announced while somebody looks who began before is found, though that look hides it from the next", async () => {
  const { pool, events, add, start, done } = await openQueue();
  // A look locks the free queues only if some job may be its own: one in a queue that another process works on.
  await add("earlier");
  await pool.query("SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs");
  await add("elsewhere", "busy");
  await pool.query(`
    UPDATE graphile_worker._private_job_queues SET locked_by = 'another process', locked_at = now()
    WHERE queue_name = 'busy'`);
  let empty = 0;
  events.on("worker:getJob:empty", () => empty++);
  const second = holdSecondLook(pool);
  await start({ workers: 2, through: second.pool });
  onTestFinished(() => second.letGo()); // Before the runner is stopped, which waits for the look.
  await second.held;
  await expect.poll(() => empty).toBe(1);

  const announced = once(events, "pool:listen:notification");
  await add("late");
  await announced;
  await expect.poll(() => empty).toBe(2);
  expect(done).toEqual([]);
  second.letGo();
  await expect.poll(() => done).toEqual(["late"]);
});

/** What the second look for a job has locked stays so, as if it took its time, until it is let go. */
function holdSecondLook(pool: pg.Pool) {
  const [held, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let looks = 0;
  const slow = async (client: pg.PoolClient, look: pg.QueryConfig) => {
    await client.query("BEGIN");
    const answer = await client.query(look);
    // If the first look was still at it, this one passed over the queues.
    await client.query("SELECT FROM graphile_worker._private_job_queues WHERE is_available FOR UPDATE");
    held.resolve();
    await gate.promise;
    await client.query("COMMIT");
    return answer;
  };
  const withQuery = (client: pg.PoolClient) =>
    instead(client, "query", (query: pg.QueryConfig) =>
      query.name?.startsWith("get_job") && ++looks === 2 ? slow(client, query) : client.query(query),
    );
  return {
    held: held.promise,
    letGo: gate.resolve,
    pool: instead(pool, "connect", (...args: Parameters<pg.Pool["connect"]>) =>
      args.length > 0 ? pool.connect(...args) : pool.connect().then(withQuery),
    ),
  };
}

/** The same thing with one method of ours. */
function instead<T extends object>(thing: T, method: keyof T, ours: unknown): T {
  return new Proxy(thing, {
    get(target, name) {
      if (name === method) return ours;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
