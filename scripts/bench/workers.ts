import { setTimeout as sleep } from "node:timers/promises";
import { median, nineInTen, type Figure } from "./figure.ts";
import { openEventSender } from "./send-event.ts";
import { joinShop, openStockWorld, SHOP, type StockWorld } from "./stock-world.ts";

/** What every call takes in addition, in milliseconds: as far away as both worlds are. */
const AWAY_MS = 50;
/** The fewest there can be in a shop of the generator. */
const FEW_SKUS = 8;
const MANY_WORKERS = 4;
const LEAST_RATIO = 3.5;
const MOST_BESIDE = 1.5;
/** Not counted after a change of workers, in milliseconds: until all have work. */
const WARM_UP_MS = 3_000;
/** How often is looked which shops are done, in milliseconds: others wait for a worker all the while. */
const LOOK_EVERY_MS = 100;

/** Of the account that a shop has for itself: what is asked of one account at once is limited. */
const tokenOf = (name: string) => `token-of-${name}`;

/** How many jobs more workers do, and whether a small shop's event has to wait for a large shop's sweep. */
export async function workers({ quick }: { quick: boolean }): Promise<Figure[]> {
  return [await moreWorkers({ quick }), await besideSweep({ quick })];
}

/**
 * Shops that all have an event waiting all the time, each of which is a job that reads both worlds and writes one figure;
 * every call takes 50 ms longer than the sandboxes need. Jobs are counted when their figure is in the shop. One worker
 * process and four take turns.
 */
async function moreWorkers({ quick }: { quick: boolean }): Promise<Figure> {
  const names = Array.from({ length: quick ? 20 : 200 }, (_, index) => `shop-${index}`);
  const world = await openStockWorld({ skus: FEW_SKUS, otherTokens: names.map(tokenOf) });
  try {
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    for (const name of names) await joinShop(world, { name, skus: FEW_SKUS, accessToken: tokenOf(name) });
    await world.settled();
    await keepAway(world);
    const shops = names.map((name) => `${name}.myshopify.com`);
    const perSecond: { one: number[]; many: number[] } = { one: [], many: [] };
    for (let round = 0; round < (quick ? 1 : 3); round++)
      for (const [side, count] of [["one", 1] as const, ["many", MANY_WORKERS] as const]) {
        await world.stopWorker();
        for (let started = 0; started < count; started++) await world.startWorker();
        perSecond[side].push(await jobsPerSecond(world, { shops, forMs: quick ? 5_000 : 15_000 }));
      }
    const [one, many] = [median(perSecond.one), median(perSecond.many)];
    return {
      name: `workers: jobs a second of ${MANY_WORKERS} processes, ${shops.length} shops, ${AWAY_MS} ms a call`,
      ...{ measured: `${many.toFixed(1)}/s`, floor: `one process: ${one.toFixed(1)}/s`, ratio: many / one },
      ...{ goal: `≥ ${LEAST_RATIO}`, met: many / one >= LEAST_RATIO },
    };
  } finally {
    await world.stop();
  }
}

async function keepAway({ atShop, atWarehouse }: StockWorld): Promise<void> {
  for (const at of [atShop, atWarehouse])
    await at("faults", { path: ".", action: { kind: "delay", ms: AWAY_MS } });
}

/** Sends each shop its next event as soon as its last one is followed, until the time is over. */
async function jobsPerSecond(
  world: StockWorld,
  { shops, forMs }: { shops: readonly string[]; forMs: number },
): Promise<number> {
  const { pool, variants, atWarehouse } = world;
  const [variant] = variants;
  const { sku } = variant!;
  const received = { lines: [{ sku, quantity: 1 }] };
  const send = new Map<string, Awaited<ReturnType<typeof openEventSender>>>();
  for (const shop of shops) send.set(shop, await openEventSender({ ...world, shop }));
  // All shops sell the same goods: one more piece of them makes every shop's figure wrong.
  const tell = async (some: readonly string[]) => {
    const { inbound } = await atWarehouse<{ inbound: { ref: string } }>("receive", received);
    const said = { type: "received", resource: "inbound", identifier: inbound.ref };
    await Promise.all(some.map((shop) => send.get(shop)!("receipt-received", said)));
  };
  const began = Date.now() + WARM_UP_MS;
  let seen = 0n;
  const lastSeen = async () =>
    (await pool.query<{ id: string | null }>(`SELECT max("id") AS "id" FROM "LedgerEntry"`)).rows[0]?.id ?? 0;
  seen = BigInt(await lastSeen());
  await tell(shops);
  const open = new Map<string, string>();
  while (Date.now() < began + forMs) {
    const { rows } = await pool.query<{ id: string; shop: string; written: boolean }>(
      `SELECT "id", "shop", "outcome" = 'written' AS "written" FROM "LedgerEntry"
       WHERE "id" > $1 OR "id" = ANY($2::bigint[])`,
      [String(seen), [...open.keys()]],
    );
    for (const { id, shop, written } of rows) {
      if (BigInt(id) > seen) seen = BigInt(id);
      if (written) open.delete(id);
      else open.set(id, shop);
    }
    const done = rows.filter(({ written }) => written).map(({ shop }) => shop);
    if (done.length > 0) await tell([...new Set(done)]);
    await sleep(LOOK_EVERY_MS);
  }
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM "LedgerEntry" WHERE "outcome" = 'written' AND "settledAt" BETWEEN $1 AND $2`,
    [new Date(began), new Date(began + forMs)],
  );
  await world.settled();
  return ((rows[0]?.count ?? 0) / forMs) * 1000;
}

/**
 * From an event's acceptance to the changed figure in a small shop: while nothing else happens, and while a large shop of
 * the same worker is swept. Every call takes 50 ms longer here, too.
 */
async function besideSweep({ quick }: { quick: boolean }): Promise<Figure> {
  const skus = quick ? 10_000 : 100_000;
  const rounds = quick ? 5 : 20;
  const world = await openStockWorld({ skus, otherTokens: [tokenOf("small")] });
  try {
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    await joinShop(world, { name: "small", skus: FEW_SKUS, accessToken: tokenOf("small") });
    await world.settled();
    await keepAway(world);
    const times: { alone: number[]; beside: number[] } = { alone: [], beside: [] };
    while (times.beside.length < rounds) {
      times.alone.push(await followOne(world));
      await startSweep(world);
      // As many as fit into the sweep; one that ends after it was not beside it.
      for (let beside = 0; beside < 5; beside++) {
        const ms = await followOne(world);
        if (!(await isSweeping(world))) break;
        times.beside.push(ms);
      }
      while (await isSweeping(world)) await sleep(LOOK_EVERY_MS);
      for (let more = 0; more < 4; more++) times.alone.push(await followOne(world));
    }
    const [alone, beside] = [median(times.alone), median(times.beside)];
    return {
      name: `workers: a small shop's event beside a sweep of ${skus} SKUs, ${AWAY_MS} ms a call`,
      measured: `${beside.toFixed(0)} ms, nine in ten ≤ ${nineInTen(times.beside).toFixed(0)} ms`,
      ...{ floor: `alone: ${alone.toFixed(0)} ms`, ratio: beside / alone },
      ...{ goal: `≤ ${MOST_BESIDE}`, met: beside / alone <= MOST_BESIDE },
    };
  } finally {
    await world.stop();
  }
}

/** One more piece comes in, and the small shop is told. @returns milliseconds until its figure is another. */
async function followOne(world: StockWorld): Promise<number> {
  const { atShop, atWarehouse, variants } = world;
  const { sku } = variants[0]!;
  const send = await openEventSender({ ...world, shop: "small.myshopify.com" });
  const history = () => atShop<{ at: string; by: string }[]>("shops/small/history");
  const before = (await history()).length;
  const { inbound } = await atWarehouse<{ inbound: { ref: string } }>("receive", {
    lines: [{ sku, quantity: 1 }],
  });
  await send("receipt-received", { type: "received", resource: "inbound", identifier: inbound.ref });
  const since = Date.now();
  for (;;) {
    const entry = (await history()).slice(before).find(({ by }) => by === "app");
    if (entry) return Date.parse(entry.at) - since;
    await sleep(LOOK_EVERY_MS / 5);
  }
}

/** Asks for the large shop's sweep, as the schedule does, and waits until it has begun. */
async function startSweep(world: StockWorld): Promise<void> {
  await world.pool.query(
    `SELECT graphile_worker.add_job('compare-stock', json_build_object('shop', $1::text),
      queue_name := 'stock:' || $1::text, job_key := 'compare-stock:' || $1::text)`,
    [SHOP],
  );
  while (!(await isSweeping(world))) await sleep(LOOK_EVERY_MS / 5);
}

async function isSweeping({ pool }: StockWorld): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sweep-stock' AND attempts < max_attempts`,
  );
  return rows.length > 0;
}
