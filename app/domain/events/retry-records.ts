import type { Tx } from "../../db.server.ts";
import { isShopJobName, queueJob } from "../../jobs/catalog.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { InboundRef, VariantId } from "../ids.ts";
import { RETRIABLE, type RetriableKind } from "../problems/problem-kinds.ts";
import { problemOf, type OpenProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { askForLooks } from "../stock/settings/change-stock-settings.ts";
import { recordHint, type NewHint } from "./record-hint.ts";
import { retryEventsIn } from "./retry-events.ts";
import { LOOK_ASKED } from "./translate-hint.ts";

/**
 * Has everything tried again that failed for good or too often: quarantined events, and what problems name. That it was asked
 * for is noted with the events: problems may be many, and are not held back together.
 */
export async function retryRecords(ctx: ShopContext): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await retryEventsIn(tx, { shop: ctx.shop });
    await noteActivity({ ...ctx, db: tx }, { kind: "all-retried", details: {} });
  });
  const open = await ctx.db.problem.findMany({ where: { shop: ctx.shop, kind: { in: [...RETRIABLE] } } });
  for (const problem of open) await retryProblem(ctx.db, { shop: ctx.shop, ...problemOf(problem) });
}

/**
 * Has the record of one problem tried again, with the events that wait for it. The problem stays until that succeeds.
 * @returns false when there is no such problem any more
 */
export async function retryRecord(
  ctx: ShopContext,
  { kind, subject }: { kind: RetriableKind; subject: string },
): Promise<boolean> {
  const { shop } = ctx;
  return ctx.db.$transaction(async (tx) => {
    const found = await tx.problem.findUnique({ where: { shop_kind_subject: { shop, kind, subject } } });
    if (!found) return false;
    const problem = problemOf(found);
    await retryEventsIn(tx, { shop, identifier: subject });
    await retryProblem(tx, { shop, ...problem });
    const { location, sku, newSku, reason, count } = problem.details;
    const details = { problem: kind, location, sku, newSku, reason, count };
    await noteActivity({ ...ctx, db: tx }, { kind: "problem-retried", details, subject: subject || null });
    return true;
  });
}

type OfShop<Rest> = Rest & { shop: string };

/** What of a record has to be asked for besides its events. */
async function retryProblem(tx: Tx, { shop, kind, subject, details }: OfShop<OpenProblem>): Promise<void> {
  switch (kind as RetriableKind) {
    case "inbound-unreadable":
      return recordUnlessWaiting(tx, {
        ...{ shop, source: "warehouse", event: "receipt-received" },
        identifier: subject,
      });
    case "product-unreadable":
      return recordUnlessWaiting(tx, {
        ...{ shop, source: "shop", event: "products/update" },
        identifier: subject,
      });
    case "stock-unreadable":
    case "sku-unknown":
    case "quantity-unsynced":
      return recordHint(tx, { shop, source: "app", event: LOOK_ASKED, identifier: subject });
    case "stock-rejected":
      return askForLooks(tx, { shop, variantIds: variantIdsOf(details.variantId) });
    case "return-unreadable":
      return queueJob(tx, { name: "follow-return", shop, returnId: subject });
    case "return-undisposed":
      return queueJob(tx, { name: "dispose-return", shop, returnId: subject });
    case "shipment-unsynced":
      return queueJob(tx, { name: "follow-purchase", shop, ref: subject as InboundRef });
    case "edit-rejected":
      return sendEditAgain(tx, { shop, sku: subject });
    case "job-failing":
      // Of an event about the whole store, the event itself is tried again.
      if (isShopJobName(subject)) await queueJob(tx, { name: subject, shop });
  }
}

/** Stands in for the events that named a record, should they be deleted by now. */
async function recordUnlessWaiting(
  tx: Tx,
  event: Pick<NewHint, "shop" | "source" | "event"> & { identifier: string },
): Promise<void> {
  const { shop, identifier } = event;
  const waiting = await tx.hint.count({ where: { shop, identifier, followedAt: null } });
  if (waiting === 0) await recordHint(tx, event);
}

const variantIdsOf = (variantId: VariantId | null): VariantId[] => (variantId ? [variantId] : []);

/** Makes what was last held against the warehouse older than any reading of the shop. */
async function sendEditAgain(tx: Tx, { shop, sku }: OfShop<{ sku: string }>): Promise<void> {
  await tx.pushedProduct.updateMany({
    where: { shop, sku, state: "created" },
    data: { settledAt: new Date(0) },
  });
  await queueJob(tx, { name: "push-edits", shop });
}
