import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { FAR_MS, FEW_SKUS, tokenOf } from "./far-shops.ts";
import { median, type Figure } from "./figure.ts";
import { openEventSender } from "./send-event.ts";
import { joinShop, openStockWorld, type StockWorld } from "./stock-world.ts";

const MANY_WORKERS = 4;
const LEAST_RATIO = 3.5;
/** So few that processes with one place each always have work, and that what is left at the end is soon done. */
const FEW_SHOPS = 40;
/** Not counted after a change of workers, in milliseconds: until all have work. */
const WARM_UP_MS = 3_000;
/** How often is looked which shops are done, in milliseconds: others wait for a worker all the while. */
const LOOK_EVERY_MS = 100;

/**
 * Shops that all have an event waiting all the time, each of which is a job that reads both worlds and writes one figure;
 * every call takes 50 ms longer than the sandboxes need. Jobs are counted when their figure is in the shop. One worker
 * process and four take turns. Worlds, database and web side share the processors with them, so how busy those were is told
 * as well: when they are at their end, more processes have nothing to run on. So the same is measured of processes that do
 * one such job at a time, which leave room for each other.
 */
export async function moreWorkers({ quick }: { quick: boolean }): Promise<Figure[]> {
  const shops = quick ? 20 : 200;
  const asItIs = await compare({ shops, quick, env: {} });
  const singly = await compare({ shops: FEW_SHOPS, quick, env: { EVENT_JOBS_AT_ONCE: "1" } });
  return [
    {
      name: `workers: jobs a second of ${MANY_WORKERS} processes, ${shops} shops, ${FAR_MS} ms a call`,
      ...asItIs,
      ...{ goal: `≥ ${LEAST_RATIO}`, met: asItIs.ratio >= LEAST_RATIO },
    },
    {
      name: `workers: the same, one job at a time in each process, ${FEW_SHOPS} shops`,
      ...singly,
      ...{ goal: "reported", met: true },
    },
  ];
}

/** One process and many, in a world of so many shops; `env` are settings of the processes that are compared. */
async function compare({
  shops: count,
  quick,
  env,
}: {
  shops: number;
  quick: boolean;
  env: Record<string, string>;
}) {
  const names = Array.from({ length: count }, (_, index) => `shop-${index}`);
  const world = await openStockWorld({ skus: FEW_SKUS, otherTokens: names.map(tokenOf) });
  try {
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    const left = names.values();
    const joinNext = async () => {
      for (const name of left) await joinShop(world, { name, skus: FEW_SKUS, accessToken: tokenOf(name) });
    };
    await Promise.all([joinNext(), joinNext(), joinNext(), joinNext()]);
    await world.settled();
    await world.moveAway(FAR_MS);
    const shops = names.map((name) => `${name}.myshopify.com`);
    const one: Measured[] = [];
    const many: Measured[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round++)
      for (const [side, processes] of [[one, 1] as const, [many, MANY_WORKERS] as const]) {
        await world.stopWorker();
        for (let started = 0; started < processes; started++) await world.startWorker(env);
        side.push(await followAll(world, { shops, forMs: quick ? 5_000 : 15_000 }));
      }
    return figure({ one, many });
  } finally {
    await world.stop();
  }
}

interface Measured {
  perSecond: number;
  /** The processors' part, between 0 and 1. */
  busy: number;
}

function figure({ one, many }: { one: Measured[]; many: Measured[] }) {
  const perSecond = (side: Measured[]) => median(side.map((measured) => measured.perSecond));
  const show = (side: Measured[]) => {
    const busy = median(side.map((measured) => measured.busy));
    return `${perSecond(side).toFixed(1)}/s, processors ${(busy * 100).toFixed(0)} % busy`;
  };
  return {
    measured: show(many),
    floor: `one process: ${show(one)}`,
    ratio: perSecond(many) / perSecond(one),
  };
}

/** Sends each shop its next event as soon as its last one is followed, until the time is over. */
async function followAll(
  world: StockWorld,
  { shops, forMs }: { shops: readonly string[]; forMs: number },
): Promise<Measured> {
  const { pool, variants, atWarehouse } = world;
  const received = { lines: [{ sku: variants[0]!.sku, quantity: 1 }] };
  const send = new Map<string, Awaited<ReturnType<typeof openEventSender>>>();
  for (const shop of shops) send.set(shop, await openEventSender({ ...world, shop }));
  // All shops sell the same goods: one more piece of them makes every shop's figure wrong.
  const tell = async (some: readonly string[]) => {
    const { inbound } = await atWarehouse<{ inbound: { ref: string } }>("receive", received);
    const said = { type: "received", resource: "inbound", identifier: inbound.ref };
    await Promise.all(some.map((shop) => send.get(shop)!("receipt-received", said)));
  };
  const began = Date.now() + WARM_UP_MS;
  const { rows: last } = await pool.query<{ id: string }>(
    `SELECT coalesce(max("id"), 0) AS "id" FROM "LedgerEntry"`,
  );
  let seen = BigInt(last[0]?.id ?? 0);
  await tell(shops);
  const before = processorTime();
  const open = new Set<string>();
  while (Date.now() < began + forMs) {
    const { rows } = await pool.query<{ id: string; shop: string; settled: boolean }>(
      `SELECT "id", "shop", "outcome" <> 'intended' AS "settled" FROM "LedgerEntry"
       WHERE "id" > $1 OR "id" = ANY($2::bigint[])`,
      [String(seen), [...open]],
    );
    for (const { id, settled } of rows) {
      if (BigInt(id) > seen) seen = BigInt(id);
      if (settled) open.delete(id);
      else open.add(id);
    }
    const done = rows.filter(({ settled }) => settled).map(({ shop }) => shop);
    if (done.length > 0) await tell([...new Set(done)]);
    await sleep(LOOK_EVERY_MS);
  }
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM "LedgerEntry" WHERE "outcome" = 'written' AND "settledAt" BETWEEN $1 AND $2`,
    [new Date(began), new Date(began + forMs)],
  );
  const after = processorTime();
  await world.settled();
  return {
    perSecond: ((rows[0]?.count ?? 0) / forMs) * 1000,
    busy: (after.busy - before.busy) / (after.all - before.all),
  };
}

/** Milliseconds of all processors since the machine was started. */
function processorTime(): { busy: number; all: number } {
  const times = cpus().map((one) => one.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { all, busy: all - times.reduce((sum, { idle }) => sum + idle, 0) };
}
