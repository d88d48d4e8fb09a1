import { describe, expect, onTestFinished, test } from "vitest";
import { sweepAllShops, sweepShop } from "../../app/domain/connection/sweep-all-shops.ts";
import { runJob } from "../../app/jobs/handlers.ts";
import { isTurn, nextTurn, ROUNDS, type RoundName } from "../../app/jobs/schedule.ts";
import { startWorker } from "../../app/jobs/worker.server.ts";
import { createWorld, SHOP, type World } from "../support/world.ts";

const MINUTE_MS = 60_000;
const ONE_O_CLOCK = Date.parse("2026-11-22T01:00:00Z");
const minutesFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => new Date(from + index * MINUTE_MS));
const shops = Array.from({ length: 3_000 }, (_, index) => `shop-${index}.myshopify.com`);
const rounds = Object.keys(ROUNDS) as RoundName[];

describe.each(rounds)("in the round of %s", (round) => {
  const { everyMinutes } = ROUNDS[round];
  const stretch = minutesFrom(ONE_O_CLOCK, everyMinutes);

  test("each shop has its turn once, whenever one begins to count", () => {
    for (const shop of shops.slice(0, 50))
      for (const later of [0, 1, 17]) {
        const minutes = minutesFrom(ONE_O_CLOCK + later * MINUTE_MS, everyMinutes);
        expect(minutes.filter((at) => isTurn(shop, { round, at }))).toHaveLength(1);
      }
  });

  test("a shop's turn comes in the same minute the next day", () => {
    const [at] = stretch.filter((minute) => isTurn(SHOP, { round, at: minute }));
    expect(isTurn(SHOP, { round, at: new Date(at!.getTime() + 24 * 60 * MINUTE_MS) })).toBe(true);
  });

  test("no minute has much more than its share", () => {
    const share = shops.length / everyMinutes;
    for (const at of stretch) {
      const turns = shops.filter((shop) => isTurn(shop, { round, at })).length;
      // Five times the standard deviation: of an even hand none is further off.
      expect(Math.abs(turns - share)).toBeLessThan(5 * Math.sqrt(share));
    }
  });
});

test("a shop's minutes in the hour and in the night have nothing to do with each other", () => {
  const together = shops.filter((shop) => {
    const [night] = minutesFrom(ONE_O_CLOCK, 240).filter((at) =>
      isTurn(shop, { round: "import-all-catalogues", at }),
    );
    return isTurn(shop, { round: "sweep-all-shops", at: night! });
  });
  expect(together.length / shops.length).toBeCloseTo(1 / 60, 1);
});

test("the next turn is the first minute that is a shop's, after this one", () => {
  for (const after of [new Date(ONE_O_CLOCK), new Date(ONE_O_CLOCK + 59_999)])
    for (const shop of shops.slice(0, 50)) {
      const [first] = minutesFrom(ONE_O_CLOCK + MINUTE_MS, 5).filter((at) =>
        isTurn(shop, { round: "read-all-changes", at }),
      );
      expect(nextTurn(shop, { round: "read-all-changes", after })).toEqual(first);
    }
});

async function queued(world: World): Promise<string[]> {
  const { rows } = await world.services.pool.query<{ key: string }>(
    "SELECT key FROM graphile_worker.jobs WHERE key LIKE '%:%' ORDER BY key",
  );
  return rows.map(({ key }) => key);
}

const goods = { warehouse: { MUG: 5 }, variants: [{ sku: "MUG", onHand: 5 }] };

/** A worker of this project's queue writes a round's minute down so. */
const minute = (at: Date) => ({ _cron: { ts: at.toISOString(), backfilled: false } });

test("only shops whose turn it is are asked for", async () => {
  const world = await createWorld(goods);
  await world.connect();
  const mine = nextTurn(SHOP, { round: "sweep-all-shops", after: new Date() });
  const notMine = new Date(mine.getTime() + 7 * MINUTE_MS);
  await runJob(world.services, { name: "sweep-all-shops", payload: minute(notMine) });
  expect(await queued(world)).toEqual([]);
  await runJob(world.services, { name: "sweep-all-shops", payload: minute(mine) });
  expect(await queued(world)).toContain(`compare-stock:${SHOP}`);
  expect(await queued(world)).toHaveLength(9);
});

test("what many shops are asked for together is what each would be asked for", async () => {
  const world = await createWorld(goods);
  await world.connect();
  const jobs = async () => {
    const { rows } = await world.services.pool.query<object>(
      `SELECT t.identifier, j.payload, q.queue_name, j.priority, j.max_attempts, j.flags, j.key, j.run_at <= now() AS due
       FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id WHERE j.key LIKE '%:%' ORDER BY j.key`,
    );
    await world.services.pool.query("DELETE FROM graphile_worker._private_jobs");
    return rows;
  };
  await sweepShop(world.services.db, SHOP);
  const one = await jobs();
  await sweepAllShops(world.services.db);
  expect(await jobs()).toEqual(one);
  expect(one).toHaveLength(9);
});

test("a shop whose turn came while no worker ran has it as soon as one does", async () => {
  const world = await createWorld(goods);
  await world.connect();
  const { pool, db } = world.services;
  await pool.query(
    `INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
     SELECT task, now() - interval '1 day', now() - interval '61 minutes' FROM unnest($1::text[]) AS task
     ON CONFLICT (identifier) DO UPDATE SET last_execution = excluded.last_execution`,
    [rounds],
  );
  const before = await db.stockComparison.count({ where: { shop: SHOP } });
  const worker = await startWorker(world.services);
  onTestFinished(() => worker.stop());
  await expect.poll(() => db.stockComparison.count({ where: { shop: SHOP } })).toBeGreaterThan(before);
});
