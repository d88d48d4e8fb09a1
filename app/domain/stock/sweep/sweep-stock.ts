import type { StockSweep } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import { cancelBulkQuery, readBulkState, startBulkQuery } from "../../../shopify/bulk.ts";
import { allStockQuery } from "../../../shopify/stock-figures.ts";
import { holdings } from "../../catalog/mapping/holdings.ts";
import { recordHint } from "../../events/record-hint.ts";
import { LOOK_ASKED } from "../../events/translate-hint.ts";
import { loadConnection, type Joined } from "../../connection/load-connection.ts";
import type { Sku } from "../../ids.ts";
import { clearProblems } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { unlessLocationGone } from "../mirror/mirror-stock.ts";
import { compareAll } from "./compare-all.ts";
import { noteComparison } from "./note-comparison.ts";
import { readShopStock } from "../mirror/read-shop-stock.ts";
import { readWarehouseList } from "./read-warehouse-list.ts";
import { advanceSweep, endSweep, putOffSweep } from "./sweep-rows.ts";

/** Shopify tells when it is done; should that get lost, it is asked this often, in milliseconds. */
const ASK_AGAIN_MS = 5_000;
/** What was gathered longer ago than this is gathered anew, in milliseconds. */
const STALE_MS = 15 * 60_000;
/** The next sweep goes on. */
const ASK_ONE_BY_ONE = 100;

/**
 * Goes on with the comparison of all stock of a large shop (`beginSweep`): Shopify gathers its figures with one bulk query
 * while the warehouse's list is read page by page; then both are compared, a few thousand variants at a time. Nothing is
 * written here: what differs is remembered, and `write-stock` writes it, in turn with what hints find. Safe twice: a run
 * cut off begins with what Shopify has gathered, and looks taken meanwhile because of hints are newer and stay. Called off,
 * it stops within moments and counts nothing.
 */
export async function sweepStock(ctx: ShopContext): Promise<void> {
  const connection = await loadConnection(ctx);
  const begun = await ctx.db.stockSweep.findUnique({ where: { shop: ctx.shop } });
  if (!connection || !begun) return;
  // At a location that is closed every item looks as if it were not stocked.
  const { locationId } = connection;
  if (!(await unlessLocationGone(ctx, connection, () => readShopStock(ctx, { items: [], locationId }))))
    return void (await endSweep(ctx, begun));
  await clearProblems(ctx, { kinds: ["location-gone"] });
  const sweep = await gather(ctx, { connection, begun });
  if (!sweep?.bulkOperationId) return;
  const bulk = await readBulkState(ctx.admin, sweep.bulkOperationId);
  if (bulk.state === "running") return putOffSweep(ctx, sweep, ASK_AGAIN_MS);
  if (bulk.state === "lost") {
    await advanceSweep(ctx, sweep, { bulkOperationId: null });
    return putOffSweep(ctx, sweep, ASK_AGAIN_MS);
  }
  const found = bulk.url
    ? await compareAll(ctx, { sweep, url: bulk.url })
    : { compared: 0, differing: 0, missed: { more: 0, less: 0 } };
  const asked = found && (await endSweep(ctx, sweep));
  if (found && asked !== null) await noteComparison(ctx, { ...found, asked });
  await queueJob(ctx.db, { name: "write-stock", shop: ctx.shop });
}

/** Gathers both worlds' figures, as far as that is not done. @returns `null` when it has to wait, or was called off. */
async function gather(
  ctx: ShopContext,
  { connection, begun }: { connection: Joined; begun: StockSweep },
): Promise<StockSweep | null> {
  const { locationId, accessToken } = connection;
  const ageMs = ctx.clock().getTime() - begun.startedAt.getTime();
  const isGathering = begun.bulkOperationId !== null && ageMs < STALE_MS;
  const sweep = isGathering ? begun : await haveShopGather(ctx, { begun, locationId });
  if (!sweep || sweep.listed) return sweep;
  await readWarehouseList(ctx, ctx.warehouse(accessToken));
  await askForUnlisted(ctx);
  return advanceSweep(ctx, sweep, { listed: true });
}

async function haveShopGather(
  ctx: ShopContext,
  { begun, locationId }: { begun: StockSweep; locationId: string },
): Promise<StockSweep | null> {
  const startedAt = ctx.clock();
  const bulkOperationId = await startBulkQuery(ctx.admin, allStockQuery(locationId));
  if (!bulkOperationId) {
    await putOffSweep(ctx, begun, ASK_AGAIN_MS);
    return null;
  }
  const anew = { bulkOperationId, startedAt, listed: false, compared: 0 };
  const sweep = await advanceSweep(ctx, begun, anew);
  if (!sweep) await cancelBulkQuery(ctx.admin, bulkOperationId);
  return sweep;
}

/** Mapped SKUs that the warehouse's list did not show are asked for by themselves: only its own word makes one gone. */
async function askForUnlisted(ctx: ShopContext): Promise<void> {
  const { shop } = ctx;
  // Few are, and PostgreSQL cannot know: left to itself it looks up who holds every SKU there is.
  const unlisted = await ctx.db.$queryRaw<{ sku: Sku }[]>`
    WITH unlisted AS MATERIALIZED (
      SELECT DISTINCT c."sku" FROM "MappingComponent" c
      LEFT JOIN "WarehouseProduct" w ON w."shop" = ${shop} AND w."sku" = c."sku"
      WHERE c."shop" = ${shop} AND w."stock" IS NULL
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
