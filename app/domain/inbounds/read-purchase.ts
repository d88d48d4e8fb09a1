import type { PurchaseStage } from "@prisma/client";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { readTimeline, type ShownEntry } from "../timeline/timeline.ts";
import { daysLate, PHASE_OF } from "./decide-purchase.ts";
import { readContent, type PurchaseContent } from "./purchase-content.ts";
import { openNeeds, readPurchaseNeeds, type PurchaseNeed } from "./purchase-needs.ts";
import { countReceived, readReceipts } from "./purchase-receipts.ts";
import { isChangeable } from "./purchase-steps.ts";
import { showGoods, showReceipts, type ShownGoods, type ShownReceipt } from "./show-goods.ts";

export interface PurchaseDetail extends ShownGoods {
  ref: InboundRef;
  stage: PurchaseStage;
  /** As the warehouse last called it; null when it never had it. */
  status: string | null;
  fields: PurchaseContent["fields"];
  expectedOn: string;
  /** Days since then, when nothing has come in. */
  daysLate: number;
  needs: PurchaseNeed[];
  /** It can be changed and deleted, as far as is known. */
  changeable: boolean;
  /** What was asked is on its way to the warehouse. */
  due: "announce" | "edit" | "delete" | null;
  receipts: ShownReceipt[];
  timeline: ShownEntry[];
  readAt: Date | null;
}

/** A purchase as the warehouse last showed it, and what happened to it; null when there is none. */
export async function readPurchase(
  ctx: ShopContext,
  { ref, page = 1 }: { ref: InboundRef; page?: number | undefined },
): Promise<PurchaseDetail | null> {
  const { shop } = ctx;
  const [row, timeline] = await Promise.all([
    ctx.db.purchaseInbound.findUnique({ where: { shop_ref: { shop, ref } } }),
    readTimeline(ctx, { subject: ref }),
  ]);
  if (!row) return null;
  const { stage, status, expectedOn, readAt } = row;
  const { fields, lines } = readContent(row.content);
  const receipts = readReceipts(row.receipts);
  const needs = readPurchaseNeeds(row.needs);
  // What has not come can be said only where the warehouse shows what has.
  const isOver = PHASE_OF[stage] === "over" && !needs.some(({ kind }) => kind === "parts-missing");
  const counted = countReceived({ lines, receipts, isOver });
  return {
    ...{ ref, stage, status, fields, expectedOn, readAt, timeline },
    daysLate: daysLate({ stage, expectedOn }, ctx.clock()),
    needs: openNeeds(needs),
    changeable: isChangeable(row),
    due: dueOf(row),
    receipts: showReceipts(receipts),
    ...(await showGoods(ctx, { counted, page })),
  };
}

function dueOf(row: {
  due: boolean;
  deleting: boolean;
  wanted: unknown;
  status: string | null;
}): PurchaseDetail["due"] {
  if (!row.due) return null;
  if (row.deleting) return "delete";
  if (row.wanted === null) return null;
  return row.status === null ? "announce" : "edit";
}
