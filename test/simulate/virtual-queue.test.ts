import fc from "../support/fast-check.ts";
import { runOnce } from "graphile-worker";
import { uniformFloat32 } from "pure-rand/distribution/uniformFloat32";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { expect, test } from "vitest";
import { queueForAll, queueJob, type WholeShopJobName } from "../../app/jobs/catalog.ts";
import { PLACES } from "../../app/jobs/places.ts";
import { workerLogger } from "../../app/jobs/worker.server.ts";
import { createVirtualQueue } from "../../scripts/simulate/virtual-queue.ts";
import { openPool } from "../support/open-pool.ts";
import { createWorld } from "../support/world.ts";

/** Of three lanes, two of them of what events wait for. */
const KINDS = [
  "follow-stock-hints",
  "compare-stock",
  "read-changed-inbounds",
  "find-returns",
  "import-catalogue",
] as const satisfies WholeShopJobName[];
const [FOLLOW, COMPARE] = [0, 1];

test("jobs that come at random wait as long as the theory of queues says", () => {
  // Every look takes ten milliseconds, and the looks of seven tenths of the time are going on: a queue M/D/1.
  const [lookMs, share, jobs] = [10, 0.7, 200_000];
  const random = xoroshiro128plus(7);
  let waited = 0;
  let [at, shop] = [0, 0];
  const shops = 5_000;
  const queue = createVirtualQueue({
    ...{ shops, kinds: KINDS, workers: 4, lookMs: () => lookMs },
    begin({ waitedMs }) {
      waited += waitedMs - lookMs;
      return 0;
    },
  });
  for (let job = 0; job < jobs; job++) {
    at += (-Math.log(1 - uniformFloat32(random)) * lookMs) / share;
    queue.run(at);
    queue.ask((shop = (shop + 1) % shops), FOLLOW);
  }
  queue.run(at + 3_600_000);
  expect(queue.counts).toMatchObject({ asked: jobs, merged: 0, ended: jobs });
  const theory = (share * lookMs) / (2 * (1 - share));
  expect(waited / jobs).toBeGreaterThan(theory * 0.97);
  expect(waited / jobs).toBeLessThan(theory * 1.03);
});

test("no job is lost, no lane runs two jobs at once, and no process has more than its places, whatever is asked", () => {
  const asks = fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 30 }),
      shop: fc.integer({ min: 0, max: 3 }),
      kind: fc.integer({ min: 0, max: KINDS.length - 1 }),
      inMs: fc.constantFrom(0, 0, 0, 50),
      stop: fc.constantFrom(undefined, undefined, true, false),
    }),
    { minLength: 1, maxLength: 80 },
  );
  fc.assert(
    fc.property(asks, (script) => {
      const lanes = ["stock", "stock", "stock", "returns", "catalog"];
      const places = ["swift", "swift", "swift", "swift", "slow"] as const;
      const busy = new Map<string, number>();
      const running = { swift: 0, slow: 0 };
      const queue = createVirtualQueue({
        ...{ shops: 4, kinds: KINDS, workers: 1, lookMs: () => 1 },
        begin({ kind, shop }) {
          const lane = `${lanes[kind]}:${shop}`;
          expect(busy.get(lane) ?? 0).toBe(0);
          busy.set(lane, 1);
          expect(++running[places[kind]!]).toBeLessThanOrEqual(PLACES[places[kind]!]);
          return 40;
        },
        end({ kind, shop }) {
          busy.set(`${lanes[kind]}:${shop}`, 0);
          running[places[kind]!]--;
        },
      });
      const isWhole = () => {
        const { asked, merged, begun, ended } = queue.counts;
        const standing = queue.standing();
        expect(asked - merged).toBe(begun + standing.waiting);
        expect(begun).toBe(ended + standing.running);
      };
      let at = 0;
      for (const { after, shop, kind, inMs, stop } of script) {
        queue.run((at += after));
        if (stop !== undefined) (stop ? queue.stop : queue.resume)();
        queue.ask(shop, kind, { inMs });
        isWhole();
      }
      queue.resume();
      queue.run(at + 100_000);
      isWhole();
      expect(queue.standing()).toEqual({ waiting: 0, running: 0 });
      queue.forgetLanes();
      expect(queue.lanes()).toBe(0);
    }),
    { numRuns: 200 },
  );
});

test("a job asked for again while it waits is one, and while it runs is one more", () => {
  const began: number[] = [];
  const queue = createVirtualQueue({
    ...{ shops: 1, kinds: KINDS, workers: 1, lookMs: () => 0 },
    begin({ now }) {
      began.push(now);
      return 100;
    },
  });
  queue.ask(0, COMPARE, { inMs: 30 });
  queue.ask(0, COMPARE, { inMs: 500 });
  queue.run(50);
  expect(began).toEqual([30]);
  queue.ask(0, COMPARE);
  queue.ask(0, COMPARE);
  queue.run(1000);
  expect(began).toEqual([30, 130]);
});

test("jobs come in the order in which the real queue gives them out", async () => {
  const world = await createWorld({});
  const { db, env } = world.services;
  const random = xoroshiro128plus(11);
  const shopName = (shop: number) => `shop-${shop}.myshopify.com`;
  const expected: string[] = [];
  const queue = createVirtualQueue({
    ...{ shops: 6, kinds: KINDS, workers: 1, lookMs: () => 1 },
    begin({ kind, shop }) {
      expected.push(`${KINDS[kind]} of ${shopName(shop)}`);
      return 0;
    },
  });
  queue.stop();
  const pick = (count: number) => Math.floor(uniformFloat32(random) * count);
  for (let job = 0; job < 60; job++) {
    queue.run(job * 10);
    const [shop, kind] = [pick(6), pick(KINDS.length)];
    queue.ask(shop, kind);
    const [name, shops] = [KINDS[kind]!, [shopName(shop)]];
    if (job % 2 === 0) await queueJob(db, { name, shop: shopName(shop) });
    else await queueForAll(db, { name, shops });
  }
  queue.resume();
  queue.run(100_000);

  const found: string[] = [];
  const note = (name: string) => (payload: unknown) => {
    found.push(`${name} of ${(payload as { shop: string }).shop}`);
  };
  const taskList = Object.fromEntries(KINDS.map((name) => [name, note(name)]));
  // It looks for the next job while it says that the last has ended: on one connection, after it. On two, the next of the
  // same lane is passed over when that comes later.
  const pgPool = openPool(env.DATABASE_URL, { max: 1 });
  await runOnce({ pgPool, concurrency: 1, taskList, logger: workerLogger(world.services) });
  await pgPool.end();
  expect(found.length).toBeGreaterThan(15);
  expect(found).toEqual(expected);
});
