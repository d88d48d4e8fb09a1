import { setTimeout as sleep } from "node:timers/promises";
import { openBareCalls, type BareCalls } from "./bare-calls.ts";
import type { Figure } from "./figure.ts";
import { checkShown, moveGoods, sendAll, type Said } from "./mirror-calls.ts";
import { AWAY_MS, openStockWorld, type StockWorld } from "./stock-world.ts";

/** Events that the peer works on at once: as many requests as the app has under way at one warehouse. */
const AT_ONCE = 4;
/** Figures that move while they are written are read again, this often. */
const TRIES = 5;

/**
 * The same thousand events about a hundred of ten thousand SKUs twice: followed by the app, and in the way connectors
 * commonly work. There each event is work of its own: what it names is read, then for each SKU of it the warehouse's stock
 * and the shop's figure, and the figure is set when it is another. The peer has no database, keeps no ledger and gets its
 * events from memory, so that its time is the least that this way can take.
 */
export async function peer({ quick }: { quick: boolean }): Promise<Figure[]> {
  const world = await openStockWorld({ skus: quick ? 1_000 : 10_000 });
  try {
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    const bare = await openBareCalls(world);
    const figures: Figure[] = [];
    for (const ms of [0, AWAY_MS]) {
      if (ms > 0) await world.moveAway(ms);
      const app = await tell(world, async (events) => {
        const seconds = await timed(() => withApp(world, events));
        // What its own writes lead to is its doing, too.
        await world.settled();
        return seconds;
      });
      // The shop tells the app of what the peer writes: it shall not do the same work meanwhile.
      await world.stopWorker();
      const peers = await tell(world, (events) => timed(() => withPeer(world, { bare, events })));
      await world.startWorker();
      await world.settled();
      figures.push(compare(ms > 0 ? `, both ${ms} ms away` : "", { app, peer: peers }));
    }
    return figures;
  } finally {
    await world.stop();
  }
}

interface Story {
  reads: number;
  writes: number;
  seconds: number;
}

/** @param follow Has the events followed, and says in how many seconds. */
async function tell(world: StockWorld, follow: (events: Said[]) => Promise<number>): Promise<Story> {
  const events = await moveGoods(world);
  await world.takeCalls();
  const seconds = await follow(events);
  const { shop, warehouse } = await world.takeCalls();
  const { inventorySetQuantities: writes = 0, ...others } = shop;
  const reads = [...Object.values(warehouse), ...Object.values(others)].reduce(
    (sum, count) => sum + count,
    0,
  );
  return { reads, writes, seconds };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** The events come over HTTP while a worker runs, and are over when all are followed. */
async function withApp(world: StockWorld, events: Said[]): Promise<void> {
  await sendAll(world, events);
  for (;;) {
    const { rows } = await world.pool.query<{ waiting: boolean }>(
      `SELECT EXISTS (SELECT FROM "Hint" WHERE "source" = 'warehouse' AND "followedAt" IS NULL) AS "waiting"`,
    );
    if (!rows[0]?.waiting) break;
    await sleep(5);
  }
  await checkShown(world, events);
}

async function withPeer(
  world: StockWorld,
  { bare, events }: { bare: BareCalls; events: Said[] },
): Promise<void> {
  const items = new Map(world.variants.map(({ sku, inventoryItemId }) => [sku, inventoryItemId]));
  const left = events.values();
  const followOn = async () => {
    for (const { inbound } of left) {
      const { lines } = await bare.atWarehouse<{ lines: { sku: string }[] }>(
        `inbounds/${inbound}?include=lines`,
      );
      for (const { sku } of lines) await mirrorOne(world, { bare, sku, item: items.get(sku)! });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, followOn));
}

/** Two events about the same SKU may be worked on at once: then the shop refuses the later write, and it is read again. */
async function mirrorOne(
  { locationId }: StockWorld,
  { bare, sku, item }: { bare: BareCalls; sku: string; item: string },
): Promise<void> {
  for (let tried = 1; ; tried++) {
    const { stock } = await bare.atWarehouse<{ stock: number }>(`products/${sku}`);
    const [figure = 0] = await bare.onHand([item], locationId);
    if (figure === stock) return;
    const entry = { inventoryItemId: item, quantity: stock, changeFromQuantity: figure };
    try {
      return await bare.setOnHand([entry], locationId);
    } catch (error) {
      if (tried === TRIES) throw error;
    }
  }
}

function compare(where: string, { app, peer }: { app: Story; peer: Story }): Figure {
  const show = ({ reads, writes, seconds }: Story) =>
    `${reads} reads, ${writes} writes, ${seconds.toFixed(1)} s`;
  const calls = ({ reads, writes }: Story) => reads + writes;
  return {
    name: `peer: 1000 events about 100 SKUs, as they come${where}`,
    ...{ measured: show(app), floor: `peer: ${show(peer)}`, ratio: calls(app) / calls(peer) },
    ...{ goal: "fewer calls, less time", met: calls(app) < calls(peer) && app.seconds < peer.seconds },
  };
}
