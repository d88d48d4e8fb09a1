import type { ReturnStage } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";
import { readTimeline, type ShownEntry } from "../timeline/timeline.ts";
import { decideWaiting, type Waiting } from "./decide-waiting.ts";
import { readLines, shippedElsewhere, type ReturnLine } from "./return-lines.ts";
import { readNeeds, type Need } from "./return-needs.ts";
import { showReceipts, type ShownReceipt } from "../inbounds/show-goods.ts";
import { loadReturnSettings } from "./return-settings.ts";
import { readReadings } from "./settle/return-receipts.ts";
import { stepsOf, type ShownStep } from "./return-steps.ts";
import { showLabel, type ShownLabel } from "./label/show-label.ts";

export interface ReturnDetail {
  returnId: string;
  name: string;
  orderName: string;
  /** As Shopify calls it. */
  status: string;
  stage: ReturnStage;
  createdAt: Date;
  /** When both worlds were last read. */
  readAt: Date;
  lines: ReturnLine[];
  needs: Need[];
  /** Those that the merchant is done with, which are not among `needs`. */
  seen: Need[];
  waiting: Waiting;
  /** When both systems are read again at the latest; null when it is over. */
  checkAt: Date | null;
  steps: ShownStep[];
  /** What came in when, of all inbounds it has had. */
  receipts: ShownReceipt[];
  inboundRef: string;
  /** As the warehouse calls it; null when it has none. */
  inboundStatus: string | null;
  label: ShownLabel;
  /** It is announced only if the merchant says so. */
  mayAnnounce: boolean;
  /** Of its lines, those that are sent to the warehouse only if the merchant says so: another location shipped them. */
  shippedElsewhere: ReturnLine[];
  /** It is closed, and somebody can open it again in the store. */
  mayReopen: boolean;
  /** The warehouse does not have it yet, or has not begun with it. */
  mayCorrectSender: boolean;
  /** Its order shows another sender than the warehouse has. */
  senderDiffers: boolean;
  /** The latest first. */
  timeline: ShownEntry[];
}

/**
 * Everything one return's page shows, or `null` when the shop has no such return. Of the shopper it says nothing, nor
 * of what the merchant corrected: that is read when it is asked for (`readSender`).
 */
export async function readReturnDetail(
  ctx: ShopContext,
  { returnId }: { returnId: string },
): Promise<ReturnDetail | null> {
  const { shop } = ctx;
  const [row, settings, timeline] = await Promise.all([
    ctx.db.return.findUnique({ where: { shop_returnId: { shop, returnId } }, omit: { sender: true } }),
    loadReturnSettings(ctx),
    readTimeline(ctx, { subject: returnId }),
  ]);
  if (!row) return null;
  const { name, orderName, status, stage, createdAt, readAt, inboundRef, inboundStatus } = row;
  const [lines, needs, seen] = [readLines(row.lines), readNeeds(row.needs), readNeeds(row.seenNeeds)];
  const isOpen = status === "OPEN";
  const isGone = [...needs, ...seen].some(({ kind }) => kind === "inbound-gone");
  const hasOurs = lines.some(({ isSent }) => isSent);
  const maySendMore = isOpen && !row.sendAll && (inboundStatus === null || inboundStatus === "new");
  return {
    ...{ returnId, name, orderName, status, stage, createdAt, readAt, lines, inboundRef, inboundStatus },
    ...{ label: showLabel(row), needs, seen, timeline, checkAt: row.checkAt },
    waiting: decideWaiting(
      { ...row, lines, needs, seen },
      { sends: settings.announce || row.announceAnyway, restocks: settings.restock, now: ctx.clock() },
    ),
    receipts: readReadings(row.received).flatMap(({ receipts }) => showReceipts(receipts)),
    senderDiffers: row.senderDiffers,
    steps: stepsOf({ status, inboundStatus, label: row.label, lines, wantsLabel: settings.label }),
    mayAnnounce:
      isOpen &&
      hasOurs &&
      inboundStatus === null &&
      !row.announceAnyway &&
      (stage === "earlier" || !settings.announce),
    shippedElsewhere: maySendMore ? shippedElsewhere(lines) : [],
    mayReopen: status === "CLOSED" && !row.letGo,
    mayCorrectSender: isOpen && hasOurs && !isGone && (inboundStatus === null || inboundStatus === "new"),
  };
}
