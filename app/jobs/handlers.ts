import { lookAtPlan } from "../domain/billing/look-at-plan.ts";
import { importCatalogue } from "../domain/catalog/import/import-catalogue.ts";
import { pushEdits } from "../domain/catalog/push/push-edits.ts";
import { pushProducts } from "../domain/catalog/push/push-products.ts";
import {
  importAllCatalogues,
  lookAtAllPlans,
  readAllChanges,
  sweepAllShops,
} from "../domain/connection/sweep-all-shops.ts";
import { forgetShop } from "../domain/connection/forget-shop.ts";
import { keepAccess, keepAllAccess } from "../domain/connection/keep-access.ts";
import { subscribeToEvents } from "../domain/connection/subscribe-to-events.ts";
import { followShopHints } from "../domain/events/follow-shop-hints.ts";
import { followStockHints } from "../domain/events/follow-stock-hints.ts";
import { tellFlowOfProblem, tellFlowOfReturn } from "../domain/flow/tell-flow.ts";
import { followPurchase } from "../domain/inbounds/follow-purchase.ts";
import { revisitPurchases } from "../domain/inbounds/revisit-purchases.ts";
import { purchaseRecord } from "../domain/inbounds/purchase-record.ts";
import { withProblems, type Unfinished } from "../domain/problems/with-problems.ts";
import { withRecordProblem, type JobRecord } from "../domain/problems/with-record-problem.ts";
import { checkReturns } from "../domain/returns/check/check-returns.ts";
import { dispositionRecord, returnRecord } from "../domain/returns/return-record.ts";
import { disposeReturn } from "../domain/returns/settle/dispose-return.ts";
import { followReturn } from "../domain/returns/follow-return.ts";
import { findReturns } from "../domain/returns/find-returns.ts";
import type { ShopContext } from "../domain/shop-context.ts";
import { compareStock } from "../domain/stock/sweep/compare-stock.ts";
import { forgetTheOld } from "../domain/privacy/forget-the-old.ts";
import { readChangedInbounds } from "../domain/stock/sweep/read-changed-inbounds.ts";
import { setPreviousQuantities } from "../domain/stock/previous-location/set-previous-quantities.ts";
import { settleStock } from "../domain/stock/mirror/settle-stock.ts";
import { readUnlisted } from "../domain/stock/sweep/read-unlisted.ts";
import { sweepStock } from "../domain/stock/sweep/sweep-stock.ts";
import { turnSale } from "../domain/stock/sweep/turn-sale.ts";
import { writeDifferences } from "../domain/stock/sweep/write-differences.ts";
import { runTask } from "../domain/work/run-task.ts";
import { FulfilmentError } from "../fulfilment/errors.ts";
import type { Services } from "../services.server.ts";
import { ShopifyError } from "../shopify/errors.ts";
import { JOBS, queueJob, type Asked, type JobName, type JobPayload, type ShopJobName } from "./catalog.ts";
import { forgetLanes } from "./forget-lanes.ts";
import { ROUNDS, type RoundName } from "./schedule.ts";

/** The use case behind each job in a shop's world. */
const OF_SHOP: {
  [Name in ShopJobName]: (ctx: ShopContext, about: JobPayload<Name>) => Promise<void | Unfinished>;
} = {
  "follow-stock-hints": followStockHints,
  "follow-shop-hints": followShopHints,
  "subscribe-to-events": subscribeToEvents,
  "import-catalogue": importCatalogue,
  "compare-stock": compareStock,
  "sweep-stock": sweepStock,
  "read-unlisted": readUnlisted,
  "write-stock": writeDifferences,
  "set-previous-quantities": setPreviousQuantities,
  "settle-stock": settleStock,
  "read-changed-inbounds": readChangedInbounds,
  "turn-sale": turnSale,
  "push-products": pushProducts,
  "push-edits": pushEdits,
  "run-task": runTask,
  "look-at-plan": lookAtPlan,
  "keep-access": keepAccess,
  "delete-shop-data": forgetShop,
  "find-returns": findReturns,
  "check-returns": checkReturns,
  "revisit-purchases": revisitPurchases,
  "follow-return": followReturn,
  "dispose-return": disposeReturn,
  "follow-purchase": followPurchase,
  "tell-flow-of-return": tellFlowOfReturn,
  "tell-flow-of-problem": tellFlowOfProblem,
};

/** The record of a job that is about one record. */
function recordOf(
  ctx: ShopContext,
  { name, payload }: { name: ShopJobName; payload: object },
): JobRecord | null {
  switch (name) {
    case "follow-return":
      return returnRecord(ctx, payload as JobPayload<typeof name>);
    case "dispose-return":
      return dispositionRecord(ctx, payload as JobPayload<typeof name>);
    case "follow-purchase":
      return purchaseRecord(ctx, payload as JobPayload<typeof name>);
    default:
      return null;
  }
}

/** A job of one record that met an outage is done again after this time, in milliseconds, however often it was tried. */
const OUTAGE_DELAY_MS = 5 * 60_000;

interface JobRun {
  name: JobName;
  payload: unknown;
  /** How often it has been tried, this time included. */
  attempt?: number;
  /** The queue tries it no further when it fails. */
  isLastTry?: boolean;
  /** The queue's number of it. Without one, the run does not notice that it was given back. */
  jobId?: string;
}

/**
 * Runs one job. Whatever it throws makes the queue try again later, with growing gaps; what a merchant should know
 * of has been opened as a problem by then. An outage counts no try of a job of one record: it is put off instead.
 */
export async function runJob(
  services: Services,
  { name, payload, jobId, attempt = 1, isLastTry = false }: JobRun,
): Promise<void> {
  if (isRound(name)) {
    const { _cron: tick } = JOBS[name].schema.parse(payload);
    return goRound(services, { round: name, at: tick?.ts });
  }
  if (name === "keep-all-access") return keepAllAccess(services);
  if (name === "forget-the-old") return forgetTheOld(services);
  if (name === "forget-lanes") return forgetLanes(services.pool);
  const about = JOBS[name].schema.parse(payload);
  const ctx = services.openShop(about.shop, { jobId });
  // TypeScript does not see that a job's name stands for one payload; its schema has just seen to it.
  const handle = OF_SHOP[name] as (ctx: ShopContext, of: typeof about) => Promise<void | Unfinished>;
  const record = recordOf(ctx, { name, payload: about });
  const work = () => handle(ctx, about);
  try {
    await withProblems(ctx, { name, attempt }, () =>
      record ? withRecordProblem(ctx, { record, attempt, isLastTry }, work) : work(),
    );
  } catch (error) {
    if (!record || !isOutage(error)) throw error;
    ctx.log.warn({ err: error }, "a job of one record waits for the end of an outage");
    await queueJob(ctx.db, { ...({ name, ...about } as Asked), inMs: OUTAGE_DELAY_MS });
  }
}

function isOutage(error: unknown): boolean {
  return (error instanceof FulfilmentError || error instanceof ShopifyError) && error.scope === "system";
}

function isRound(name: JobName): name is RoundName {
  return Object.hasOwn(ROUNDS, name);
}

async function goRound(
  { db, env }: Services,
  { round, at }: { round: RoundName; at: Date | undefined },
): Promise<void> {
  switch (round) {
    case "sweep-all-shops":
      await lookAtAllPlans(db, { free: !env.BILLING_APP_HANDLE, at });
      return sweepAllShops(db, at);
    case "read-all-changes":
      return readAllChanges(db, at);
    case "import-all-catalogues":
      return importAllCatalogues(db, at);
  }
}
