import { randomBytes } from "node:crypto";
import { SWEEP } from "../../app/domain/connection/sweep-all-shops.ts";
import { JOBS, laneOf, type WholeShopJobName } from "../../app/jobs/catalog.ts";
import { openEventSender } from "../bench/send-event.ts";
import { LOCATION, SHOP, type StockWorld } from "../bench/stock-world.ts";
import type { Story } from "./costs.ts";

/** SKUs on open orders when goods leave: two sizes, between which and beyond which is reckoned. */
export const HOT = { few: 5, many: 50 };
/** More pieces of an SKU than are ordered and sent in all rounds. */
const PIECES = 10_000;

/** One thing that happens in a shop, again and again. */
export interface Telling {
  rounds: number;
  /** What must be there before, and is not what is measured. */
  prepare?(world: StockWorld): Promise<void>;
  round(world: StockWorld, index: number): Promise<unknown>;
}

/** Everything that happens in a shop all day, and what the schedule asks for. */
export const TELLINGS: Record<Story, Telling> = {
  changes: { rounds: 20, round: (world) => ask(world, ["read-changed-inbounds"]) },
  sweep: {
    rounds: 10,
    round: (world) =>
      ask(
        world,
        SWEEP.filter((name) => name !== "compare-stock"),
      ),
  },
  comparison: { rounds: 3, round: (world) => ask(world, ["compare-stock"]) },
  import: { rounds: 3, round: (world) => ask(world, ["import-catalogue"]) },
  shipment: {
    rounds: 20,
    prepare: (world) => heatUp(world, HOT.few),
    round: (world, index) =>
      world.atWarehouse("ship", { lines: [{ sku: skuAt(world, index % HOT.few), quantity: 1 }] }),
  },
  tiding: { rounds: 20, prepare: (world) => heatUp(world, HOT.few), round: tell },
  tidingHot: { rounds: 20, prepare: (world) => heatUp(world, HOT.many), round: tell },
  order: { rounds: 20, round: (world, index) => order(world, [skuAt(world, 1000 + index)]) },
  fulfilment: {
    rounds: 20,
    prepare: async (world) => void (await placeOrders(world, { count: 20, from: 2000 })),
    round: async ({ atShop }) => atShop(`${orderPath(placed.shift())}/fulfill`, {}),
  },
  receipt: {
    rounds: 20,
    round: (world, index) =>
      world.atWarehouse("receive", { lines: [{ sku: skuAt(world, 3000 + index), quantity: 1 }] }),
  },
  product: {
    rounds: 20,
    async round({ atShop }, index) {
      const { products } = await atShop<{ products: { id: string }[] }>("shops/demo/state");
      const id = products[index]?.id.split("/").at(-1);
      return atShop(`shops/demo/products/${id}`, { vendor: `Vendor ${index} ${Date.now()}` });
    },
  },
  return: {
    rounds: 10,
    async prepare(world) {
      await placeOrders(world, { count: 10, from: 4000 });
      for (const id of placed) await world.atShop(`${orderPath(id)}/fulfill`, {});
    },
    round: sendBack,
  },
};

/** As the schedule asks for them. */
async function ask({ pool }: StockWorld, names: readonly WholeShopJobName[]): Promise<void> {
  for (const name of names) {
    const { queue, priority } = JOBS[name];
    await pool.query(
      `SELECT graphile_worker.add_job($1, json_build_object('shop', $2::text), queue_name := $3 || ':' || $2,
         priority := $4, flags := ARRAY[$5::text], job_key := $1 || ':' || $2)`,
      [name, SHOP, queue, priority, laneOf(name)],
    );
  }
}

const skuAt = ({ variants }: StockWorld, index: number) => variants[index % variants.length]!.sku;

/** Orders made ready for a story, in the order of its rounds. */
const placed: string[] = [];
const orderPath = (id = "") => `shops/demo/orders/${encodeURIComponent(id)}`;

async function order({ atShop }: StockWorld, skus: string[], quantity = 1): Promise<string> {
  const lines = skus.map((sku) => ({ sku, quantity }));
  return (await atShop<{ id: string }>("shops/demo/orders", { lines, location: LOCATION })).id;
}

async function placeOrders(
  world: StockWorld,
  { count, from }: { count: number; from: number },
): Promise<void> {
  placed.length = 0;
  for (let index = 0; index < count; index++) placed.push(await order(world, [skuAt(world, from + index)]));
}

/** So many SKUs have been ordered lately, and no others. */
async function heatUp(world: StockWorld, count: number): Promise<void> {
  await world.pool.query(`UPDATE "StockLook" SET "hotUntil" = NULL, "committed" = 0`);
  const skus = Array.from({ length: count }, (_, index) => skuAt(world, index));
  for (const sku of skus) await world.atWarehouse("correct", { sku, stock: PIECES });
  await order(world, skus, PIECES / 2);
}

/** The warehouse says something of an order, and nothing has moved. */
async function tell(world: StockWorld): Promise<void> {
  const send = await openEventSender(world);
  const identifier = randomBytes(16).toString("hex");
  await send("outbound-status", { type: "status-changed", resource: "outbound", identifier });
}

/** A shopper asks to send a piece back, the merchant says yes, and the warehouse gets it. */
async function sendBack(world: StockWorld, index: number): Promise<void> {
  const { atShop, atWarehouse, pool, settled } = world;
  const sku = skuAt(world, 4000 + index);
  const asked = await atShop<{ id: string }>(`${orderPath(placed.shift())}/returns`, {
    lines: [{ sku, quantity: 1 }],
  });
  await settled();
  await atShop(`shops/demo/returns/${encodeURIComponent(asked.id)}/approve`, {});
  await settled();
  const { rows } = await pool.query<{ ref: string }>(
    `SELECT "inboundRef" AS "ref" FROM "Return" WHERE "shop" = $1 AND "returnId" = $2`,
    [SHOP, asked.id],
  );
  await atWarehouse("receive", { inboundRef: rows[0]?.ref, lines: [{ sku, quantity: 1 }] });
}
