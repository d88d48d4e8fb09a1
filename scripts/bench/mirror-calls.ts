import type { Figure } from "./figure.ts";
import { openEventSender } from "./send-event.ts";
import { openStockWorld, type StockWorld } from "./stock-world.ts";

const EVENTS = 1_000;
const TOUCHED = 100;
/** Requests that the warehouse has under way at once. */
const AT_ONCE = 20;

/**
 * What is asked of both worlds for a thousand events about a hundred of ten thousand SKUs, each on an inbound of its own:
 * when they wait for a worker, and when they come while one runs. Counted by the sandboxes.
 */
export async function mirrorCalls({ quick }: { quick: boolean }): Promise<Figure[]> {
  const skus = quick ? 1_000 : 10_000;
  const world = await openStockWorld({ skus });
  try {
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    const figures: Figure[] = [];
    for (const when of ["waiting", "coming"] as const) {
      const events = await moveGoods(world);
      if (when === "waiting") await world.stopWorker();
      await world.takeCalls();
      const started = performance.now();
      await sendAll(world, events);
      const seconds = (performance.now() - started) / 1000;
      if (when === "waiting") await world.startWorker();
      await world.settled();
      const { shop, warehouse } = await world.takeCalls();
      const writes = shop.inventorySetQuantities ?? 0;
      const reads = Object.values(warehouse).reduce((sum, count) => sum + count, 0);
      await checkShown(world, events);
      const name = `mirror-calls: ${EVENTS} events ${when}, ${skus} SKUs`;
      figures.push({
        name,
        measured: `${writes} writes, ${reads} reads${when === "coming" ? `, in ${seconds.toFixed(1)} s` : ""}`,
        goal: when === "waiting" ? "1 write, ≤ 250 reads" : "reported",
        met: when === "coming" || (writes === 1 && reads <= 250),
      });
    }
    return figures;
  } finally {
    await world.stop();
  }
}

export interface Said {
  sku: string;
  inbound: string;
}

/** One piece of each comes in. The events of it are said again and again, in turn. */
export async function moveGoods({ variants, atWarehouse }: StockWorld): Promise<Said[]> {
  const moved: Said[] = [];
  for (const { sku } of variants.slice(0, TOUCHED)) {
    const lines = [{ sku, quantity: 1 }];
    const { inbound } = await atWarehouse<{ inbound: { ref: string } }>("receive", { lines });
    moved.push({ sku, inbound: inbound.ref });
  }
  return Array.from({ length: EVENTS }, (_, index) => moved[index % TOUCHED]!);
}

export async function sendAll(world: StockWorld, events: readonly Said[]): Promise<void> {
  const send = await openEventSender(world);
  const left = events.entries();
  const sendOn = async () => {
    for (const [index, { inbound: identifier }] of left) {
      if (index % 2 === 0)
        await send("receipt-received", { type: "received", resource: "inbound", identifier });
      else await send("inbound-status", { type: "status-changed", resource: "inbound", identifier });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn));
}

/** Few calls would be no wonder if nothing had been mirrored. */
export async function checkShown(world: StockWorld, events: readonly Said[]): Promise<void> {
  const touched = new Set(events.map(({ sku }) => sku));
  const { rows } = await world.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM "StockLook" l
     JOIN "MappingComponent" c ON c."shop" = l."shop" AND c."variantId" = l."variantId"
     JOIN "Variant" v ON v."shop" = l."shop" AND v."variantId" = l."variantId"
     JOIN "WarehouseProduct" w ON w."shop" = l."shop" AND w."sku" = c."sku"
     WHERE c."sku" = ANY($1) AND l."verdict" = 'equal' AND v."onHand" = w."stock"`,
    [[...touched]],
  );
  if (rows[0]?.count !== touched.size)
    throw new Error(`Of ${touched.size} SKUs ${rows[0]?.count} are shown.`);
}
