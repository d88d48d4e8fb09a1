import { setTimeout as sleep } from "node:timers/promises";
import { readBulkLines } from "../../app/shopify/bulk.ts";
import { allowSandboxStorage } from "../../app/shopify/storage-address.ts";
import { BulkOperationStateDocument, RunBulkQueryDocument } from "../../app/shopify/generated/operations.ts";
import { allStockQuery, type StockNode } from "../../app/shopify/stock-figures.ts";
import { openBareCalls, type BareCalls, type BareEntry } from "./bare-calls.ts";
import { median, type Figure } from "./figure.ts";
import { AWAY_MS, openStockWorld, SHOP, type StockWorld } from "./stock-world.ts";

const MB = 1024 * 1024;
/** The largest page of the warehouse's list, and the most entries of one write. */
const A_PAGE = 100;
const A_WRITE = 250;
/** How much more memory ten times the SKUs may take and still count as none: names of what was listed are kept. */
const FLAT = 1.25;
/** How often the bare loop asks whether the shop has gathered its figures, in milliseconds. */
const ASK_EVERY_MS = 50;

/**
 * Comparing all stock of a large shop and mending one in a hundred figures, from the moment it is asked for until the
 * last figure is written; the floor makes the same calls in a bare loop and keeps nothing. Rounds alternate. Once with
 * sandboxes that answer at once, and then, once in each way, as far away as a real world is at the least. Memory is that of
 * the worker, at a tenth of the size as well.
 */
export async function sweep({ quick }: { quick: boolean }): Promise<Figure[]> {
  const sizes = quick ? [1_000, 10_000] : [10_000, 100_000];
  const figures: Figure[] = [];
  const peaks: number[] = [];
  for (const skus of sizes) {
    const world = await openStockWorld({ skus });
    try {
      const { measured, peak } = await measure(world, quick ? 1 : 3);
      figures.push(...measured);
      peaks.push(peak);
    } finally {
      await world.stop();
    }
  }
  const [small = 0, large = 0] = peaks;
  figures.push({
    name: `sweep: peak memory, ${sizes.join(" and ")} SKUs`,
    measured: peaks.map((peak) => `${(peak / MB).toFixed(0)} MB`).join(" and "),
    ratio: large / small,
    goal: `≤ 300 MB, ≤ ${FLAT}`,
    met: large <= 300 * MB && large / small <= FLAT,
  });
  return figures;
}

async function measure(world: StockWorld, rounds: number): Promise<{ measured: Figure[]; peak: number }> {
  const skus = world.variants.length;
  const bare = await openBareCalls(world);
  // What the import took has been measured elsewhere.
  await world.stopWorker();
  await world.startWorker();
  await world.settled();
  await leaveProductsOut(world);
  const goRound = async (round: number) => {
    const changed = await changeSome(world, 2 * round);
    await world.takeCalls();
    const app = await sweepOnce(world, changed);
    const calls = await world.takeCalls();
    await world.settled();
    await changeSome(world, 2 * round + 1);
    const floor = await sweepBare(world, { bare, changed });
    await world.settled();
    return { changed, calls, app, floor };
  };
  const near: { app: number; floor: number }[] = [];
  for (let round = 0; round < rounds; round++) near.push(await goRound(round));
  await world.moveAway(AWAY_MS);
  const away = await goRound(rounds);
  const { changed, calls } = away;
  const pages = calls.warehouse["GET products"] ?? 0;
  const others = Object.values(calls.warehouse).reduce((sum, count) => sum + count, -pages);
  const [writes, bulks] = [calls.shop.inventorySetQuantities ?? 0, calls.shop.bulkOperationRunQuery ?? 0];
  // Pages overlap by one row, so that rows that shift meanwhile are noticed; one that is not full ends the list.
  const least = Math.floor((skus - 1) / (A_PAGE - 1)) + 1;
  const leastWrites = Math.ceil(changed / A_WRITE);
  return {
    peak: world.workerPeak(),
    measured: [
      judgeTime(`${skus} SKUs, ${changed} changed`, {
        app: median(near.map(({ app }) => app)),
        floor: median(near.map(({ floor }) => floor)),
      }),
      judgeTime(`${skus} SKUs, ${changed} changed, both ${AWAY_MS} ms away`, away),
      {
        name: `sweep: calls, ${skus} SKUs, ${changed} changed`,
        measured: `${pages} pages, ${others} other reads, ${bulks} bulk query, ${writes} writes`,
        goal: `${least} pages (${Math.ceil(skus / A_PAGE)} without overlap), 0, 1, ${leastWrites}`,
        met: pages <= least && others === 0 && bulks === 1 && writes === leastWrites,
      },
    ],
  };
}

/** In milliseconds. */
function judgeTime(what: string, { app, floor }: { app: number; floor: number }): Figure {
  return {
    name: `sweep: ${what}`,
    measured: `${(app / 1000).toFixed(2)} s`,
    floor: `${(floor / 1000).toFixed(2)} s`,
    ...{ ratio: app / floor, goal: "≤ 1.5", met: app / floor <= 1.5 },
  };
}

/** Every hundredth figure at the warehouse becomes another, without a word to anybody. */
async function changeSome({ variants, atWarehouse }: StockWorld, round: number): Promise<number> {
  const some = variants.filter((_, index) => index % 100 === round % 100);
  for (const variant of some) variant.onHand += 1 + round;
  await atWarehouse(
    "products",
    some.map(({ sku, onHand }) => ({ sku, description: `Thing ${sku}`, stock: onHand })),
  );
  return some.length;
}

/**
 * The shop says of each figure that its product changed, and reading those again, here the whole catalogue, would come
 * between the rounds. It is measured by itself (`catalogue-import`).
 */
async function leaveProductsOut({ pool }: StockWorld): Promise<void> {
  await pool.query(`
    CREATE FUNCTION leave_out() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER leave_products_out BEFORE INSERT ON "Hint" FOR EACH ROW
      WHEN (NEW."source" = 'shop' AND NEW."event" LIKE 'products/%') EXECUTE FUNCTION leave_out();`);
}

/** As the schedule asks for it. @returns milliseconds. */
async function sweepOnce({ pool }: StockWorld, changed: number): Promise<number> {
  const started = Date.now();
  await pool.query(
    `SELECT graphile_worker.add_job('compare-stock', json_build_object('shop', $1::text),
      queue_name := 'stock:' || $1::text, job_key := 'compare-stock:' || $1::text)`,
    [SHOP],
  );
  for (;;) {
    const { rows } = await pool.query<{ count: number; last: Date }>(
      `SELECT count(*)::int, max("settledAt") AS "last" FROM "LedgerEntry"
       WHERE "shop" = $1 AND "outcome" = 'written' AND "intendedAt" >= $2`,
      [SHOP, new Date(started)],
    );
    if (rows[0]?.count === changed) return rows[0].last.getTime() - started;
    await sleep(ASK_EVERY_MS);
  }
}

async function sweepBare(
  { locationId, variants }: StockWorld,
  { bare, changed }: { bare: BareCalls; changed: number },
): Promise<number> {
  const started = Date.now();
  interface Begun {
    bulkOperationRunQuery: { bulkOperation: { id: string } };
  }
  const query = allStockQuery(locationId);
  const { bulkOperationRunQuery } = await bare.atShop<Begun>(RunBulkQueryDocument.toString(), { query });
  const stock = new Map<string, number>();
  for (let skip = 0; ; skip += A_PAGE) {
    const page = await bare.atWarehouse<{ sku: string; stock: number }[]>(
      `products?skip=${skip}&take=${A_PAGE}`,
    );
    for (const product of page) stock.set(product.sku, product.stock);
    if (page.length < A_PAGE) break;
  }
  const url = await bulkResult(bare, bulkOperationRunQuery.bulkOperation.id);
  const wanted = new Map(variants.map(({ inventoryItemId, sku }) => [inventoryItemId, stock.get(sku) ?? 0]));
  const entries: BareEntry[] = [];
  allowSandboxStorage(url);
  for await (const { text } of readBulkLines({ url, bytes: 0 }, 0))
    for (const line of text.split("\n").filter(Boolean)) {
      const { id, inventoryLevel } = JSON.parse(line) as StockNode;
      const now = inventoryLevel?.quantities.find(({ name }) => name === "on_hand")?.quantity ?? 0;
      const quantity = wanted.get(id) ?? now;
      if (quantity !== now) entries.push({ inventoryItemId: id, quantity, changeFromQuantity: now });
    }
  if (entries.length !== changed) throw new Error(`${entries.length} figures differ, not ${changed}.`);
  for (let start = 0; start < entries.length; start += A_WRITE)
    await bare.setOnHand(entries.slice(start, start + A_WRITE), locationId);
  return Date.now() - started;
}

async function bulkResult(bare: BareCalls, id: string): Promise<string> {
  for (;;) {
    const { bulkOperation } = await bare.atShop<{ bulkOperation: { status: string; url: string } }>(
      BulkOperationStateDocument.toString(),
      { id },
    );
    if (bulkOperation.status === "COMPLETED") return bulkOperation.url;
    await sleep(ASK_EVERY_MS);
  }
}
