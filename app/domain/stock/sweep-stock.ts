import type { Connection, StockSweep } from "@prisma/client";
import { queueJob } from "../../jobs/catalog.ts";
import { readBulkLines, readBulkState, startBulkQuery } from "../../shopify/bulk.ts";
import { allStockQuery, type StockNode } from "../../shopify/stock-figures.ts";
import { holdings } from "../catalog/holdings.ts";
import { recordHint } from "../events/record-hint.ts";
import { LOOK_ASKED } from "../events/translate-hint.ts";
import { countWaiting } from "../events/waiting-hints.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { InventoryItemId, Sku } from "../ids.ts";
import { clearProblems } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { loadMapped, skusOf } from "./load-mapped.ts";
import { findMoved } from "./find-moved.ts";
import { lookAtStock, type Readings } from "./look-at-stock.ts";
import { movesIn, unlessLocationGone } from "./mirror-stock.ts";
import { noteAbsurd } from "./note-absurd.ts";
import { noteComparison, type Comparison } from "./note-comparison.ts";
import { figuresIn, readShopStock, type ShopReading } from "./read-shop-stock.ts";
import { readWarehouseList } from "./read-warehouse-list.ts";
import type { WarehouseReading } from "./read-warehouse-stock.ts";
import { loadStockSettings, type StockSettings } from "./stock-settings.ts";

/** Shopify tells when it is done; should that get lost, it is asked this often, in milliseconds. */
const ASK_AGAIN_MS = 5_000;
/** What was gathered longer ago than this is gathered anew, in milliseconds. */
const STALE_MS = 15 * 60_000;
/** Some thousand variants: what is read of them is gone again before it counts as old and is swept up late. */
const BLOCK_BYTES = 256 * 1024;
/** The next sweep goes on. */
const ASK_ONE_BY_ONE = 100;

/**
 * Compares all stock of a large shop: Shopify gathers its figures with one bulk query while the warehouse's list is
 * read page by page; then both are compared, a few thousand variants at a time. Nothing is written here: what differs
 * is remembered, and `write-stock` writes it, in turn with what hints find. Safe twice: a run cut off begins with what
 * Shopify has gathered, and looks taken meanwhile because of hints are newer and stay.
 */
export async function sweepStock(ctx: ShopContext): Promise<void> {
  const connection = await loadConnection(ctx);
  if (!connection) return;
  // At a location that is closed every item looks as if it were not stocked.
  const { locationId } = connection;
  if (!(await unlessLocationGone(ctx, connection, () => readShopStock(ctx, { items: [], locationId }))))
    return;
  await clearProblems(ctx, { kinds: ["location-gone"] });
  const sweep = await beginOrResume(ctx, connection);
  if (!sweep) return waitFor(ctx);
  const bulk = await readBulkState(ctx.admin, sweep.bulkOperationId);
  if (bulk.state === "running") return waitFor(ctx);
  if (bulk.state === "lost") {
    await endSweep(ctx);
    return waitFor(ctx);
  }
  const found = bulk.url
    ? await compareAll(ctx, { connection, sweep, url: bulk.url })
    : { compared: 0, differing: 0, missed: { more: 0, less: 0 } };
  await endSweep(ctx);
  await noteComparison(ctx, found);
  await queueJob(ctx.db, { name: "write-stock", shop: ctx.shop });
}

/** The sweep under way, or a new one; `null` when Shopify has no place for another bulk query just now. */
async function beginOrResume(
  ctx: ShopContext,
  { locationId, accessToken }: Connection,
): Promise<StockSweep | null> {
  const { shop } = ctx;
  const startedAt = ctx.clock();
  const underWay = await ctx.db.stockSweep.findUnique({ where: { shop } });
  if (underWay && startedAt.getTime() - underWay.startedAt.getTime() < STALE_MS) return underWay;
  const bulkOperationId = await startBulkQuery(ctx.admin, allStockQuery(locationId));
  if (!bulkOperationId) return null;
  await readWarehouseList(ctx, ctx.warehouse(accessToken));
  await askForUnlisted(ctx, startedAt);
  const begun = { bulkOperationId, startedAt };
  return ctx.db.stockSweep.upsert({ where: { shop }, create: { shop, ...begun }, update: begun });
}

/** Mapped SKUs that the warehouse's list did not show are asked for by themselves: only its own word makes one gone. */
async function askForUnlisted(ctx: ShopContext, since: Date): Promise<void> {
  const { shop } = ctx;
  // Few are, and PostgreSQL cannot know: left to itself it looks up who holds every SKU there is.
  const unlisted = await ctx.db.$queryRaw<{ sku: Sku }[]>`
    WITH unlisted AS MATERIALIZED (
      SELECT DISTINCT c."sku" FROM "MappingComponent" c
      LEFT JOIN "WarehouseProduct" w ON w."shop" = ${shop} AND w."sku" = c."sku"
      WHERE c."shop" = ${shop} AND (w."sku" IS NULL OR w."readAt" < ${since})
    )
    SELECT u."sku" FROM unlisted u
    WHERE EXISTS (
      SELECT FROM ${holdings(shop)} h
      LEFT JOIN "StockLook" l ON l."shop" = ${shop} AND l."variantId" = h."variantId"
      WHERE h."sku" = u."sku" AND (l."lookedAt" IS NULL OR l."warehouseStock" IS NOT NULL) OFFSET 0)
    LIMIT ${ASK_ONE_BY_ONE}`;
  for (const { sku } of unlisted)
    await recordHint(ctx.db, { shop, source: "app", event: LOOK_ASKED, identifier: sku });
}

async function endSweep(ctx: ShopContext): Promise<void> {
  await ctx.db.stockSweep.deleteMany({ where: { shop: ctx.shop } });
}

async function waitFor(ctx: ShopContext): Promise<void> {
  await queueJob(ctx.db, { name: "sweep-stock", shop: ctx.shop, inMs: ASK_AGAIN_MS });
}

async function compareAll(
  ctx: ShopContext,
  about: { connection: Connection; sweep: StockSweep; url: string },
): Promise<Comparison> {
  const settings = await loadStockSettings(ctx);
  const shopReadAt = about.sweep.startedAt;
  const total: Comparison = { compared: 0, differing: 0, missed: { more: 0, less: 0 } };
  // Hints that are still waiting explain what they will be found to explain.
  const waiting = await countWaiting(ctx);
  for await (const block of ahead(readBlocks(ctx, { url: about.url, settings, shopReadAt }))) {
    const { unmoved, ...read } = block;
    total.compared += unmoved;
    if (read.mapped.length === 0) continue;
    const readings = { ...read, settings, shopReadAt, hintOf: () => null };
    const looked = await lookAtStock(ctx, readings, { inSweep: true });
    await noteAbsurd(ctx, looked);
    total.compared += looked.length;
    total.differing += looked.filter(({ look }) => look.verdict === "write").length;
    if (waiting > 0) continue;
    const { more, less } = movesIn(looked);
    total.missed.more += more;
    total.missed.less += less;
  }
  return total;
}

/** What both worlds showed of what is not as it was, block by block of the shop's result. */
async function* readBlocks(
  ctx: ShopContext,
  about: { url: string; settings: StockSettings; shopReadAt: Date },
): AsyncGenerator<Pick<Readings, "shop" | "mapped" | "warehouse"> & { unmoved: number }, void> {
  const since = about.shopReadAt;
  for await (const { text } of readBulkLines(about.url, 0, BLOCK_BYTES)) {
    const shop = readingsIn(text);
    const { items, unmoved } = await findMoved(ctx, { ...about, shop, since });
    const mapped = await loadMapped(ctx, { items });
    yield {
      shop,
      mapped,
      warehouse: await loadWarehouseStock(ctx, { skus: skusOf(mapped), since }),
      unmoved,
    };
  }
}

/** The same one after the other, the next being fetched while one is worked on. */
async function* ahead<T>(source: AsyncGenerator<T, void>): AsyncGenerator<T> {
  let coming = source.next();
  for (;;) {
    const { done, value } = await coming;
    if (done) return;
    coming = source.next();
    coming.catch(() => undefined); // Thrown when it is its turn.
    yield value;
  }
}

function readingsIn(lines: string): Map<InventoryItemId, ShopReading> {
  const nodes = lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as StockNode);
  return new Map(
    nodes.map(({ id, tracked, inventoryLevel }) => [
      id as InventoryItemId,
      { tracked, figures: inventoryLevel && figuresIn(inventoryLevel.quantities) },
    ]),
  );
}

/** The warehouse's stock as read since the sweep began; what its list did not show is unknown. */
async function loadWarehouseStock(
  ctx: ShopContext,
  { skus, since }: { skus: Sku[]; since: Date },
): Promise<Map<Sku, WarehouseReading>> {
  const { rows } = await ctx.pool.query<{ sku: Sku; stock: number; readAt: Date }>(
    `SELECT "sku", "stock", "readAt" FROM "WarehouseProduct"
     WHERE "shop" = $1 AND "sku" = ANY($2::text[]) AND "stock" IS NOT NULL AND "readAt" >= $3`,
    [ctx.shop, skus, since],
  );
  return new Map(rows.map(({ sku, stock, readAt }) => [sku, { stock, readAt }]));
}
