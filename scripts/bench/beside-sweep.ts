import { setTimeout as sleep } from "node:timers/promises";
import { FAR_MS, FEW_SKUS, tokenOf } from "./far-shops.ts";
import { median, nineInTen, type Figure } from "./figure.ts";
import { openEventSender } from "./send-event.ts";
import { joinShop, openStockWorld, SHOP, type StockWorld } from "./stock-world.ts";

const MOST_BESIDE = 1.5;
/** Often enough to miss little, and seldom enough not to slow down what is measured, in milliseconds. */
const LOOK_EVERY_MS = 20;

/**
 * From an event's acceptance to the changed figure in a small shop: while nothing else happens, and while a large shop of
 * the same worker is swept. Every call takes 50 ms longer here, too.
 */
export async function besideSweep({ quick }: { quick: boolean }): Promise<Figure> {
  const skus = quick ? 10_000 : 100_000;
  const rounds = quick ? 5 : 20;
  const world = await openStockWorld({ skus, otherTokens: [tokenOf("small")] });
  try {
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    await joinShop(world, { name: "small", skus: FEW_SKUS, accessToken: tokenOf("small") });
    await world.settled();
    await world.moveAway(FAR_MS);
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
      name: `workers: a small shop's event beside a sweep of ${skus} SKUs, ${FAR_MS} ms a call`,
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
    await sleep(LOOK_EVERY_MS);
  }
}

/** Asks for the large shop's sweep, as the schedule does, and waits until it has begun. */
async function startSweep(world: StockWorld): Promise<void> {
  await world.pool.query(
    `SELECT graphile_worker.add_job('compare-stock', json_build_object('shop', $1::text),
      queue_name := 'stock:' || $1::text, job_key := 'compare-stock:' || $1::text)`,
    [SHOP],
  );
  while (!(await isSweeping(world))) await sleep(LOOK_EVERY_MS);
}

async function isSweeping({ pool }: StockWorld): Promise<boolean> {
  const { rows } = await pool.query(
    `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'sweep-stock' AND attempts < max_attempts`,
  );
  return rows.length > 0;
}
