import type { PurchaseStage } from "@prisma/client";
import type { InboundRef, Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { PHASE_OF, stageOfInbound } from "../decide-purchase.ts";
import { countReceived, readReceipts } from "../purchase-receipts.ts";
import { showGoods, showReceipts, type ShownGoods, type ShownReceipt } from "../show-goods.ts";
import { readOtherLines } from "./other-inbound.ts";

export interface OtherInboundDetail extends ShownGoods {
  ref: InboundRef;
  /** `purchase`, `return` or something newer; empty when the warehouse does not say. */
  type: string;
  supplierRef: string;
  stage: PurchaseStage;
  /** As the warehouse calls it; null when a list of all inbounds no longer shows it. */
  status: string | null;
  /** YYYY-MM-DD, or empty. */
  expectedOn: string;
  receipts: ShownReceipt[];
  changedAt: Date;
  readAt: Date;
}

/** An inbound that was made elsewhere, as the warehouse last showed it; null when none is known under this reference. */
export async function readOtherInbound(
  ctx: ShopContext,
  { ref, page = 1 }: { ref: InboundRef; page?: number | undefined },
): Promise<OtherInboundDetail | null> {
  const { shop } = ctx;
  const row = await ctx.db.otherInbound.findUnique({ where: { shop_ref: { shop, ref } } });
  if (!row) return null;
  const { type, supplierRef, expectedOn, changedAt, readAt } = row;
  const receipts = readReceipts(row.receipts);
  const lines = readOtherLines(row.lines).map(({ sku, quantity }) => ({ sku: sku as Sku, quantity }));
  const isGone = row.goneAt !== null;
  const stage = stageOfOther({ status: row.status, receipts, isGone });
  const counted = countReceived({ lines, receipts, isOver: PHASE_OF[stage] === "over" });
  return {
    ...{ ref, type, supplierRef, stage, expectedOn, changedAt, readAt },
    status: isGone ? null : row.status,
    receipts: showReceipts(receipts),
    ...(await showGoods(ctx, { counted, page })),
  };
}

/** How far it is, by what the warehouse says. */
export function stageOfOther(shown: {
  status: string;
  receipts: { length: number };
  isGone: boolean;
}): PurchaseStage {
  return shown.isGone ? "gone" : stageOfInbound({ status: shown.status, hasCome: shown.receipts.length > 0 });
}
