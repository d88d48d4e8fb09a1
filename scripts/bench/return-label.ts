import { setTimeout as sleep } from "node:timers/promises";
import { median, type Figure } from "./figure.ts";
import { LOCATION, openStockWorld, SHOP, type StockWorld } from "./stock-world.ts";

const GOAL_MS = 1000;
const MOST_CALLS = { warehouse: 3, shop: 5 };
const SKUS = 1_000;
/** Often enough to miss little, and seldom enough not to slow down what is measured, in milliseconds. */
const LOOK_EVERY_MS = 5;
const PATIENCE_MS = 30_000;

/**
 * What is asked about one return. Of the schedule's reading of changed inbounds the list itself is of none; the returns it
 * has followed again count for the round in which it falls, so that a run in which the shop has its turn may show more.
 */
const OF_ONE = {
  warehouse: /^POST inbounds|inbounds\/:ref/,
  shop: /^(return|reverse|stagedUploadsCreate)/,
};

interface ShownReturn {
  id: string;
  reverseFulfillmentOrders: { deliveries: { label: object | null }[] }[];
}

/**
 * From a request's approval by the merchant until the warehouse's label is on the return in the shop, one return after the
 * other; and what was asked of both worlds for each, counted by the sandboxes when all have gone quiet: what their own
 * webhooks about our writes lead to counts, too.
 */
export async function returnLabel({ quick }: { quick: boolean }): Promise<Figure[]> {
  const rounds = quick ? 5 : 50;
  const world = await openStockWorld({ skus: SKUS });
  try {
    const times: number[] = [];
    const calls = { warehouse: [] as number[], shop: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      const asked = await askForReturn(world, world.variants[round]!.sku);
      await world.settled();
      await untilKnown(world, asked);
      await world.takeCalls();
      times.push(await untilLabelled(world, asked));
      await world.settled();
      const taken = await world.takeCalls();
      for (const side of ["warehouse", "shop"] as const) calls[side].push(count(taken[side], OF_ONE[side]));
    }
    return [speed(times), spent(calls)];
  } finally {
    await world.stop();
  }
}

const returnPath = ({ id }: { id: string }) => `shops/demo/returns/${encodeURIComponent(id)}`;

/** A shopper got one piece, and asks to send it back. */
async function askForReturn({ atShop }: StockWorld, sku: string): Promise<ShownReturn> {
  const lines = [{ sku, quantity: 1 }];
  const { id } = await atShop<{ id: string }>("shops/demo/orders", { lines, location: LOCATION });
  const order = `shops/demo/orders/${encodeURIComponent(id)}`;
  await atShop(`${order}/fulfill`, {});
  return atShop<ShownReturn>(`${order}/returns`, { lines });
}

async function untilKnown({ pool }: StockWorld, { id }: ShownReturn): Promise<void> {
  await until(async () => {
    const { rowCount } = await pool.query(`SELECT FROM "Return" WHERE "shop" = $1 AND "returnId" = $2`, [
      SHOP,
      id,
    ]);
    return rowCount === 1;
  });
}

/** Approves it. @returns after how many milliseconds the label was there. */
async function untilLabelled({ atShop }: StockWorld, asked: ShownReturn): Promise<number> {
  const started = performance.now();
  await atShop(`${returnPath(asked)}/approve`, {});
  await until(async () => {
    const { reverseFulfillmentOrders: work } = await atShop<ShownReturn>(returnPath(asked));
    return work.length > 0 && work.every(({ deliveries }) => deliveries.some(({ label }) => label));
  });
  return performance.now() - started;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`It has not happened after ${PATIENCE_MS / 1000} s.`);
    await sleep(LOOK_EVERY_MS);
  }
}

function count(calls: Record<string, number>, of: RegExp): number {
  const mine = Object.entries(calls).filter(([name]) => of.test(name));
  return mine.reduce((sum, [, times]) => sum + times, 0);
}

function speed(times: readonly number[]): Figure {
  const [middle, slowest] = [median(times), Math.max(...times)];
  return {
    name: `return-label: approved → label in the shop, ${times.length} returns`,
    measured: `${middle.toFixed(0)} ms (slowest ${slowest.toFixed(0)} ms)`,
    goal: `≤ ${GOAL_MS} ms`,
    met: middle <= GOAL_MS,
  };
}

/** Of no return more: a median would hide those that are followed twice. */
function spent(calls: { warehouse: number[]; shop: number[] }): Figure {
  const most = { warehouse: Math.max(...calls.warehouse), shop: Math.max(...calls.shop) };
  const { warehouse, shop } = calls;
  return {
    name: "return-label: calls per return, the most",
    measured:
      `${most.warehouse} warehouse (median ${median(warehouse)}), ` +
      `${most.shop} shop (median ${median(shop)})`,
    goal: `≤ ${MOST_CALLS.warehouse} warehouse, ≤ ${MOST_CALLS.shop} shop`,
    met: most.warehouse <= MOST_CALLS.warehouse && most.shop <= MOST_CALLS.shop,
  };
}
