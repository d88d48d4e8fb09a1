import { isShopJobName, queueJob } from "../../jobs/catalog.ts";
import type { InboundRef, VariantId } from "../ids.ts";
import { RETRIABLE, type RetriableKind } from "../problems/problem-kinds.ts";
import { problemOf, type OpenProblem } from "../problems/problems.ts";
import type { ShopContext } from "../shop-context.ts";
import { askForLooks } from "../stock/settings/change-stock-settings.ts";
import { recordHint, type NewHint } from "./record-hint.ts";
import { retryEvents } from "./retry-events.ts";
import { LOOK_ASKED } from "./translate-hint.ts";

/** Has everything tried again that failed for good or too often: quarantined events, and what problems name. */
export async function retryRecords(ctx: ShopContext): Promise<void> {
  await retryEvents(ctx);
  const open = await ctx.db.problem.findMany({ where: { shop: ctx.shop, kind: { in: [...RETRIABLE] } } });
  for (const problem of open) await retryProblem(ctx, problemOf(problem));
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
  const found = await ctx.db.problem.findUnique({ where: { shop_kind_subject: { shop, kind, subject } } });
  if (!found) return false;
  await retryEvents(ctx, { identifier: subject });
  await retryProblem(ctx, problemOf(found));
  return true;
}

/** What of a record has to be asked for besides its events. */
async function retryProblem(ctx: ShopContext, { kind, subject, details }: OpenProblem): Promise<void> {
  const { db, shop } = ctx;
  switch (kind as RetriableKind) {
    case "inbound-unreadable":
      return recordUnlessWaiting(ctx, {
        source: "warehouse",
        event: "receipt-received",
        identifier: subject,
      });
    case "product-unreadable":
      return recordUnlessWaiting(ctx, { source: "shop", event: "products/update", identifier: subject });
    case "stock-unreadable":
    case "sku-unknown":
    case "quantity-unsynced":
      return recordHint(db, { shop, source: "app", event: LOOK_ASKED, identifier: subject });
    case "stock-rejected":
      return askForLooks(db, { shop, variantIds: variantIdsOf(details.variantId) });
    case "return-unreadable":
      return queueJob(db, { name: "follow-return", shop, returnId: subject });
    case "return-undisposed":
      return queueJob(db, { name: "dispose-return", shop, returnId: subject });
    case "shipment-unsynced":
      return queueJob(db, { name: "follow-purchase", shop, ref: subject as InboundRef });
    case "edit-rejected":
      return sendEditAgain(ctx, subject);
    case "job-failing":
      // Of an event about the whole store, the event itself is tried again.
      if (isShopJobName(subject)) await queueJob(db, { name: subject, shop });
  }
}

/** Stands in for the events that named a record, should they be deleted by now. */
async function recordUnlessWaiting(
  { db, shop }: ShopContext,
  event: Pick<NewHint, "source" | "event"> & { identifier: string },
): Promise<void> {
  const { identifier } = event;
  const waiting = await db.hint.count({ where: { shop, identifier, followedAt: null } });
  if (waiting === 0) await recordHint(db, { shop, ...event });
}

const variantIdsOf = (variantId: VariantId | null): VariantId[] => (variantId ? [variantId] : []);

/** Makes what was last held against the warehouse older than any reading of the shop. */
async function sendEditAgain({ db, shop }: ShopContext, sku: string): Promise<void> {
  await db.pushedProduct.updateMany({
    where: { shop, sku, state: "created" },
    data: { settledAt: new Date(0) },
  });
  await queueJob(db, { name: "push-edits", shop });
}
