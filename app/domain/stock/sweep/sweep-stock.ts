import type { StockSweep } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import { cancelBulkQuery, readBulkState, startBulkQuery, type BulkResult } from "../../../shopify/bulk.ts";
import { ShopifyError } from "../../../shopify/errors.ts";
import { allStockQuery } from "../../../shopify/stock-figures.ts";
import { loadConnection, type Joined } from "../../connection/load-connection.ts";
import { openJobProblem } from "../../problems/job-problem.ts";
import { clearProblems } from "../../problems/problems.ts";
import type { Unfinished } from "../../problems/with-problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { bufferAt, rulesAt } from "../settings/decide-rules.ts";
import { loadStockSettings, type StockSettings } from "../settings/stock-settings.ts";
import { unlessLocationGone } from "../mirror/mirror-stock.ts";
import { compareAll, type Gathered } from "./compare-all.ts";
import { noteComparison, type Comparison } from "./note-comparison.ts";
import { readShopStock } from "../mirror/read-shop-stock.ts";
import { askForUnlisted } from "./read-unlisted.ts";
import { readWarehouseList } from "./read-warehouse-list.ts";
import { readChangedFulfillments } from "../fulfillments/read-fulfillments.ts";
import { readReceipts } from "../receipts/read-receipts.ts";
import { advanceSweep, endSweep, putOffSweep } from "./sweep-rows.ts";

/** Shopify tells when it is done; should that get lost, it is asked this often, in milliseconds. */
const ASK_AGAIN_MS = 5_000;
/** After so many bulk queries whose result was lost or refused, the sweep ends. The next one begins with the schedule. */
const EXPORTS_MAX = 3;

/**
 * Goes on with the comparison of all stock of a large shop (`beginSweep`): the warehouse's receipts and then its list are read,
 * after them Shopify gathers its quantities with one bulk query, however long that takes; then both are compared, a few
 * thousand variants at a time. Nothing is written here: what differs is remembered, and `write-stock` writes it, in turn with
 * what events find. Safe twice: a run cut off begins with what has been gathered, and looks taken meanwhile because of events
 * are newer and stay. Called off, it stops within moments and counts nothing.
 */
export async function sweepStock(ctx: ShopContext): Promise<void | Unfinished> {
  const connection = await loadConnection(ctx);
  const begun = await ctx.db.stockSweep.findUnique({ where: { shop: ctx.shop } });
  if (!connection || !begun) return;
  // At a location that is closed every item looks as if it were not stocked.
  const { locationId } = connection;
  if (!(await unlessLocationGone(ctx, connection, () => readShopStock(ctx, { items: [], locationId }))))
    return void (await endSweep(ctx, begun));
  await clearProblems(ctx, { kinds: ["location-gone"] });
  const sweep = await gather(ctx, { connection, begun });
  if (!sweep?.bulkOperationId || !sweep.storeAskedAt) return "unfinished";
  const { storeAskedAt } = sweep;
  const bulk = await readBulkState(ctx.admin, sweep.bulkOperationId);
  if (bulk.state !== "completed") {
    if (bulk.state === "lost") await advanceSweep(ctx, sweep, { bulkOperationId: null });
    await putOffSweep(ctx, sweep, ASK_AGAIN_MS);
    return "unfinished";
  }
  const settings = await loadStockSettings(ctx);
  const found = await unlessLocationGone(ctx, connection, () =>
    compareGathered(ctx, { sweep: { ...sweep, storeAskedAt }, connection, result: bulk.result }),
  );
  if (found === "unfinished") return found;
  const asked = found && (await endSweep(ctx, sweep));
  if (found && asked !== null) await noteComparison(ctx, { ...found, asked });
  // What was decided by other rules is not written: a sale may have begun, or more is to stay unsold.
  const haveRulesChanged = await isDecidedOtherwise(ctx, { settings, at: storeAskedAt });
  await queueJob(ctx.db, { name: haveRulesChanged ? "compare-stock" : "write-stock", shop: ctx.shop });
}

/** Whether stock would be decided by other rules now than by these settings at that time. */
async function isDecidedOtherwise(
  ctx: ShopContext,
  { settings, at }: { settings: StockSettings; at: Date },
): Promise<boolean> {
  const now = await loadStockSettings(ctx);
  const rules = (of: StockSettings, time: Date) => {
    const { mode, decreasesOnly } = rulesAt(of, time);
    const kept = bufferAt(of, { own: null, now: time });
    return [mode, of.settleMinutes, decreasesOnly, kept, of.soldElsewhere].join();
  };
  return rules(now, ctx.clock()) !== rules(settings, at);
}

/** @returns `null` when it was called off */
async function compareGathered(
  ctx: ShopContext,
  { sweep, connection, result }: { sweep: Gathered; connection: Joined; result: BulkResult | null },
): Promise<Comparison | Unfinished | null> {
  if (!result) return { compared: 0, differing: 0, missed: { more: 0, less: 0 } };
  try {
    // What was fulfilled while Shopify gathered may be in its result, or not.
    const isFulfilledSince = (await readChangedFulfillments(ctx)) === null;
    return await compareAll(ctx, { sweep, connection, result, isFulfilledSince });
  } catch (error) {
    if (!(error instanceof ShopifyError) || error.code !== "refused") throw error;
    // Its address is no longer good, so Shopify has to gather again.
    await advanceSweep(ctx, sweep, { bulkOperationId: null });
    await putOffSweep(ctx, sweep, ASK_AGAIN_MS);
    return "unfinished";
  }
}

/**
 * Gathers what both systems show, the warehouse first, as far as that is not done.
 * @returns `null` when it has to wait, or was called off.
 */
async function gather(
  ctx: ShopContext,
  { connection, begun }: { connection: Joined; begun: StockSweep },
): Promise<StockSweep | null> {
  const sweep = begun.listed ? begun : await list(ctx, { connection, begun });
  if (!sweep || sweep.bulkOperationId) return sweep;
  return haveShopGather(ctx, { begun: sweep, connection });
}

async function list(
  ctx: ShopContext,
  { connection, begun }: { connection: Joined; begun: StockSweep },
): Promise<StockSweep | null> {
  const warehouse = ctx.warehouse(connection.accessToken);
  const receipts = await readReceipts(ctx, { warehouse, connection });
  await receipts.noted;
  const sweep = await advanceSweep(ctx, begun, { startedAt: ctx.clock() });
  if (!sweep) return null;
  await readWarehouseList(ctx, warehouse);
  await askForUnlisted(ctx);
  return advanceSweep(ctx, sweep, { listed: true });
}

async function haveShopGather(
  ctx: ShopContext,
  { begun, connection }: { begun: StockSweep; connection: Joined },
): Promise<StockSweep | null> {
  if (begun.exports >= EXPORTS_MAX) return endInVain(ctx, begun);
  await readChangedFulfillments(ctx);
  const storeAskedAt = ctx.clock();
  const bulkOperationId = await startBulkQuery(ctx.admin, allStockQuery(connection.locationId));
  if (!bulkOperationId) {
    await putOffSweep(ctx, begun, ASK_AGAIN_MS);
    return null;
  }
  const sweep = await advanceSweep(ctx, begun, {
    bulkOperationId,
    storeAskedAt,
    exports: begun.exports + 1,
    compared: 0,
  });
  if (!sweep) await cancelBulkQuery(ctx.admin, bulkOperationId);
  return sweep;
}

/** Shopify's result was lost or refused each time: nothing is compared, and a problem names the job. */
async function endInVain(ctx: ShopContext, sweep: StockSweep): Promise<null> {
  await endSweep(ctx, sweep);
  const error = new ShopifyError("unavailable", {
    message: `no result of ${EXPORTS_MAX} bulk queries could be used`,
  });
  ctx.log.error({ err: error }, "a comparison of all stock ended in vain");
  await openJobProblem(ctx, { name: "sweep-stock", error });
  return null;
}
