import { setTimeout as sleep } from "node:timers/promises";
import { openBareCalls, type BareCalls } from "./bare-calls.ts";
import { median, nineInTen, type Figure } from "./figure.ts";
import { openEventSender } from "./send-event.ts";
import { AWAY_MS, LOCATION, openStockWorld, type StockWorld } from "./stock-world.ts";

/** In milliseconds. */
const GOAL_MS = 150;
const GOAL_RATIO = 1.25;
/** Inbounds in a page of the warehouse's list, and how far back the app asks for those that changed, in minutes. */
const [PAGE, CHANGED_MINUTES] = [100, 6];
/** Enough for the shipments of all rounds, in units. */
const STOCK = 10_000;

/** What happens at the warehouse, and what the event of it says. */
interface Movement {
  event: string;
  said: { type: string; resource: string; identifier: string };
  /** The inbound, where the event names one. */
  inbound?: string;
}

/**
 * From the moment an event is accepted until the shop shows the other figure, by the clock of the shop, in a shop of ten
 * thousand SKUs; the floor is the same reads and the same write, one after the other in the order that the rule needs, and
 * nothing else: the inbound if the event names one, the inbounds that have changed, the product, the store's quantity, setting it.
 * The app reads the first two at the same time. Rounds alternate. Once with sandboxes that answer at once,
 * where what is measured is what we and our database add, and once as far away as a real world is at the least.
 */
export async function mirrorLatency({ quick }: { quick: boolean }): Promise<Figure[]> {
  const skus = quick ? 1_000 : 10_000;
  // Few enough for three minutes: in a round the shop tells of both writes, which is waited out before the next.
  const rounds = quick ? 10 : 30;
  const world = await openStockWorld({ skus });
  try {
    // The warehouse sends nothing by itself: only an event sent by hand has a known beginning.
    await world.atWarehouse("deliveries/faults", { kind: "drop" });
    const kinds = { receipt: await receipts(world), shipment: await shipments(world) };
    const bare = await openBareCalls(world);
    const send = await openEventSender(world);
    const measure = async ({ mine, floors, move }: Kind) => {
      const times: Times = { app: [], floor: [] };
      for (let round = 0; round < rounds; round++) {
        const app = await move(mine);
        await send(app.event, app.said);
        times.app.push(await untilShown(world, { sku: mine, since: now() }));
        await world.settled();
        const floor = await move(floors);
        const since = now();
        await mirrorBare(world, { bare, sku: floors, inbound: floor.inbound });
        times.floor.push(await untilShown(world, { sku: floors, since }));
        await world.settled();
      }
      return times;
    };
    const figures: Figure[] = [];
    for (const ms of [0, AWAY_MS]) {
      if (ms > 0) await world.moveAway(ms);
      const where = ms > 0 ? `, both ${ms} ms away` : "";
      for (const [name, kind] of Object.entries(kinds))
        figures.push(judge(`mirror-latency: ${name}, ${skus} SKUs${where}`, await measure(kind)));
    }
    return figures;
  } finally {
    await world.stop();
  }
}

interface Times {
  app: number[];
  floor: number[];
}

function judge(name: string, { app, floor }: Times): Figure {
  const [measured, least] = [median(app), median(floor)];
  const ratio = measured / least;
  const met = measured <= GOAL_MS && ratio <= GOAL_RATIO;
  return {
    name,
    measured: `${measured.toFixed(1)} ms, nine in ten ≤ ${nineInTen(app).toFixed(1)} ms`,
    floor: `${least.toFixed(1)} ms`,
    ...{ ratio, goal: `≤ ${GOAL_MS} ms, ≤ ${GOAL_RATIO}`, met },
  };
}

interface Kind {
  /** The SKUs that move, one for the app and one for the floor. */
  mine: string;
  floors: string;
  move(sku: string): Promise<Movement>;
}

/**
 * Each SKU comes in with one inbound, in many parcels. An inbound for each parcel would be a hundred in few minutes, and so a
 * second page of changed inbounds in each round.
 */
async function receipts({ variants, atWarehouse }: StockWorld): Promise<Kind> {
  const inboundRefs = new Map<string, string>();
  return {
    mine: variants[0]!.sku,
    floors: variants[1]!.sku,
    async move(sku) {
      const inboundRef = inboundRefs.get(sku);
      const lines = [{ sku, quantity: 1 }];
      const { inbound } = await atWarehouse<{ inbound: { ref: string } }>("receive", { inboundRef, lines });
      inboundRefs.set(sku, inbound.ref);
      const said = { type: "received", resource: "inbound", identifier: inbound.ref };
      return { event: "receipt-received", said, inbound: inbound.ref };
    },
  };
}

/**
 * One unit of the SKU is on an open order: a shipment, which names none, is most likely of it. The first one is taken for that
 * order's and changes nothing; the others are of units that this store has not sold.
 */
async function shipments(world: StockWorld): Promise<Kind> {
  const { variants, atShop, atWarehouse } = world;
  const [mine, floors] = [variants[2]!.sku, variants[3]!.sku];
  // By a receipt: after a rise that no inbound explains, units that leave may be a late receipt's for a while.
  for (const sku of [mine, floors]) await atWarehouse("receive", { lines: [{ sku, quantity: STOCK }] });
  await atShop("shops/demo/orders", { lines: [{ sku: mine, quantity: 1 }], location: LOCATION });
  await world.settled();
  await atWarehouse("ship", { lines: [{ sku: mine, quantity: 1 }] });
  return {
    mine,
    floors,
    async move(sku) {
      const { shipment } = await atWarehouse<{ shipment: string }>("ship", { lines: [{ sku, quantity: 1 }] });
      return {
        event: "shipment-created",
        said: { type: "created", resource: "shipment", identifier: shipment },
      };
    },
  };
}

async function mirrorBare(
  world: StockWorld,
  { bare, sku, inbound }: { bare: BareCalls; sku: string; inbound: string | undefined },
): Promise<void> {
  const { locationId, variants } = world;
  if (inbound) await bare.atWarehouse(`inbounds/${inbound}`);
  for (let skip = 0, found = PAGE; found === PAGE; skip += PAGE) {
    const path = `inbounds?skip=${skip}&take=${PAGE}&change-interval=${CHANGED_MINUTES}&include=lines&include=receipts`;
    found = (await bare.atWarehouse<unknown[]>(path)).length;
  }
  const { stock } = await bare.atWarehouse<{ stock: number }>(`products/${sku}`);
  const { inventoryItemId } = variants.find((one) => one.sku === sku)!;
  const [changeFromQuantity = 0] = await bare.onHand([inventoryItemId], locationId);
  await bare.setOnHand([{ inventoryItemId, quantity: stock, changeFromQuantity }], locationId);
}

/** Milliseconds since 1970, as the shop notes them, and finer. */
const now = () => performance.timeOrigin + performance.now();

/** How long after `since` the shop's figure of the SKU was set. */
async function untilShown(
  { atShop }: StockWorld,
  { sku, since }: { sku: string; since: number },
): Promise<number> {
  for (;;) {
    // Of one SKU: that of all takes the store longer than what is measured.
    const path = `shops/demo/history?sku=${encodeURIComponent(sku)}`;
    const history = await atShop<{ at: string; by: string }[]>(path);
    const entry = history.find((one) => one.by === "app" && Date.parse(one.at) > since - 1);
    if (entry) return Date.parse(entry.at) - since;
    // Often enough to go on soon, and seldom enough not to slow down what is measured.
    await sleep(40);
  }
}
