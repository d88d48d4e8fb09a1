import type { PurchaseStage } from "@prisma/client";
import type { InboundRef, Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { readTimeline, type ShownEntry } from "../timeline/timeline.ts";
import { daysLate, PHASE_OF } from "./decide-purchase.ts";
import { conditionOf, type ReceivedUnits } from "./inbound-receipts.ts";
import { readContent, type PurchaseContent } from "./purchase-content.ts";
import { openNeeds, readPurchaseNeeds, type PurchaseNeed } from "./purchase-needs.ts";
import {
  countReceived,
  readReceipts,
  sumCounted,
  type Counted,
  type PurchaseReceipts,
} from "./purchase-receipts.ts";
import { isChangeable } from "./purchase-steps.ts";

export interface PurchaseDetail {
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
  sums: Omit<Counted, "sku">;
  /** One page of what was announced and came in, and how many pages there are. */
  goods: (Counted & { description: string })[];
  page: number;
  pages: number;
  receipts: {
    date: string;
    shipment: string;
    /** No receipt: what the inbound's lines count beyond all of them. */
    isBeyond: boolean;
    good: number;
    defective: number;
    unclear: number;
  }[];
  timeline: ShownEntry[];
  readAt: Date | null;
}

/** SKUs to a page. */
const PAGE_SIZE = 50;

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
  const pages = Math.max(1, Math.ceil(counted.length / PAGE_SIZE));
  const shown = Math.min(page, pages);
  // What is not as announced is what one comes for.
  const sorted = [...counted].sort((a, b) => Number(isOdd(b)) - Number(isOdd(a)));
  const goods = sorted.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE);
  const descriptions = await describe(
    ctx,
    goods.map(({ sku }) => sku),
  );
  return {
    ...{ ref, stage, status, fields, expectedOn, readAt, timeline },
    daysLate: daysLate({ stage, expectedOn }, ctx.clock()),
    needs: openNeeds(needs),
    changeable: isChangeable(row),
    due: dueOf(row),
    sums: sumCounted(counted),
    goods: goods.map((one) => ({ ...one, description: descriptions.get(one.sku) ?? "" })),
    ...{ page: shown, pages },
    receipts: receipts.map(({ date, shipment, isBeyond = false, lines: came }) => ({
      ...{ date, shipment, isBeyond },
      good: unitsIn(came, "good"),
      defective: unitsIn(came, "defective"),
      unclear: unitsIn(came, "unclear"),
    })),
  };
}

const unitsIn = (lines: PurchaseReceipts[number]["lines"], condition: keyof ReceivedUnits) =>
  lines.reduce(
    (sum, line) => sum + (conditionOf(line.defective) === condition ? (line.quantity ?? 0) : 0),
    0,
  );

const isOdd = ({ short, over, unknown, defective, unclear }: Counted) =>
  short + over + unknown + defective + unclear > 0;

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

/** What the warehouse calls these goods. */
export async function describe(
  { db, shop }: ShopContext,
  skus: readonly Sku[],
): Promise<ReadonlyMap<Sku, string>> {
  // One parameter for the whole list, however long it is.
  const rows = await db.$queryRaw<{ sku: Sku; description: string }[]>`
    SELECT "sku", "description" FROM "WarehouseProduct"
    WHERE "shop" = ${shop} AND "sku" = ANY(${[...skus]}::text[])`;
  return new Map(rows.map(({ sku, description }) => [sku, description]));
}
