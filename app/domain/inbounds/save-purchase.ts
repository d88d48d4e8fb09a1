import { Prisma, type PurchaseInbound } from "@prisma/client";
import type { Inbound } from "../../fulfilment/answers.ts";
import type { ShopContext } from "../shop-context.ts";
import { needsEntries, noteAll, type NewEntry } from "../timeline/timeline.ts";
import { PHASE_OF, receiptNeeds, stageOfPurchase } from "./decide-purchase.ts";
import { unitsInDetails } from "./inbound-receipts.ts";
import {
  contentOf,
  listable,
  listedOf,
  piecesOf,
  readContent,
  type PurchaseContent,
} from "./purchase-content.ts";
import { openNeeds, readPurchaseNeeds, type PurchaseNeed } from "./purchase-needs.ts";
import {
  countReceived,
  readReceipts,
  receiptsOf,
  sumCounted,
  type PurchaseReceipts,
} from "./purchase-receipts.ts";

/**
 * Keeps how the warehouse has a purchase now, with what has become another in the timeline: both or neither. What was
 * asked counts as done, unless it needs a person or more was asked meanwhile.
 */
export async function savePurchase(
  ctx: ShopContext,
  about: { row: PurchaseInbound; inbound: Inbound | null; needs: readonly PurchaseNeed[] },
): Promise<void> {
  const { shop } = ctx;
  const { row, inbound, needs } = about;
  const { ref, edition, deleting } = row;
  const known = readContent(row.content);
  const content = inbound ? contentOf(inbound, known.lines) : known;
  const kept = readReceipts(row.receipts);
  const receipts = inbound ? receiptsOf(inbound, kept) : kept;
  const { good, defective } = sumCounted(countReceived({ ...content, receipts, isOver: false }));
  const stage = stageOfPurchase({ inbound, deleting, wasThere: row.status !== null });
  const reading = {
    ...{ stage, phase: PHASE_OF[stage] },
    ...(inbound && { status: inbound.status, content }),
    ...{ good: listable(good), defective: listable(defective), ...listed(row, content) },
    ...{ receipts, readAt: ctx.clock() },
  };
  await ctx.db.$transaction(async (tx) => {
    // As they are now: the merchant may have said meanwhile that what is unclear may stay so.
    const [now] = await tx.$queryRaw<{ needs: unknown }[]>`
      SELECT "needs" FROM "PurchaseInbound" WHERE "shop" = ${shop} AND "ref" = ${ref} FOR UPDATE`;
    const before = readPurchaseNeeds(now?.needs ?? []);
    const all = [...needs, ...(inbound ? receiptNeeds(inbound, { stage, before }) : [])];
    await tx.purchaseInbound.updateMany({
      where: { shop, ref },
      data: { ...reading, needs: all, needsCount: openNeeds(all).length },
    });
    await tx.purchaseInbound.updateMany({
      where: { shop, ref, edition },
      data: { due: false, ...(needs.length === 0 && { wanted: Prisma.DbNull }) },
    });
    await noteAll({ ...ctx, db: tx }, changesOf(row, { stage, inbound, content, receipts, needs: all }));
  });
}

/** A warehouse that writes dates in a way of its own must not put a purchase out of order. */
function listed({ ref, expectedOn }: PurchaseInbound, content: PurchaseContent) {
  const shown = listedOf(ref, content);
  return { ...shown, expectedOn: Number.isNaN(Date.parse(shown.expectedOn)) ? expectedOn : shown.expectedOn };
}

function changesOf(
  row: PurchaseInbound,
  now: {
    stage: PurchaseInbound["stage"];
    inbound: Inbound | null;
    content: PurchaseContent;
    receipts: PurchaseReceipts;
    needs: readonly PurchaseNeed[];
  },
): NewEntry[] {
  const { ref: subject } = row;
  const { stage, inbound, content, receipts, needs } = now;
  const entries: NewEntry[] = [];
  if (inbound && row.status === null)
    entries.push({
      ...{ subject, kind: "announce", outcome: "done" },
      details: { ref: inbound.ref, pieces: piecesOf(content.lines) },
    });
  if (inbound && inbound.status !== (row.status ?? "new"))
    entries.push({ subject, kind: "inbound-status", details: { status: inbound.status } });
  if (stage === "gone" && row.stage !== "gone")
    entries.push({ subject, kind: "inbound-status", details: { status: "gone" } });
  entries.push(...receivedSince(row, { content, receipts }));
  return [
    ...entries,
    ...needsEntries(subject, { before: openNeeds(readPurchaseNeeds(row.needs)), now: openNeeds(needs) }),
  ];
}

/** For each SKU of which another number has come in than was known. */
function receivedSince(
  row: PurchaseInbound,
  { content, receipts }: { content: PurchaseContent; receipts: PurchaseReceipts },
): NewEntry[] {
  const count = (of: PurchaseReceipts) => countReceived({ ...content, receipts: of, isOver: false });
  const known = new Map(count(readReceipts(row.receipts)).map((one) => [one.sku, one]));
  return count(receipts).flatMap(({ sku, ...units }): NewEntry[] => {
    const { good, defective, unclear } = units;
    const before = known.get(sku) ?? { good: 0, defective: 0, unclear: 0 };
    if (before.good === good && before.defective === defective && before.unclear === unclear) return [];
    return [{ subject: row.ref, kind: "received", details: { sku, ...unitsInDetails(units) } }];
  });
}
