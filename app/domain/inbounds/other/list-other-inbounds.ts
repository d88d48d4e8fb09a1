import { Prisma, type PurchaseStage } from "@prisma/client";
import { z } from "zod";
import { likePattern } from "../../catalog/shown-variants.ts";
import { pageOf, startOf, writeCursor, type Page, type PageAsked, type Start } from "../../keyset-page.ts";
import type { ShopContext } from "../../shop-context.ts";
import { stageOfOther } from "./read-other-inbound.ts";

export interface ListOtherInbounds extends PageAsked {
  /** Part of a reference, in any case. */
  search?: string | undefined;
}

export interface OtherInboundRow {
  ref: string;
  /** `purchase`, `return` or something newer; empty when the warehouse does not say. */
  type: string;
  supplierRef: string;
  /** YYYY-MM-DD, or empty. */
  expectedOn: string;
  stage: PurchaseStage;
  /** Units. */
  announced: number;
  good: number;
  defective: number;
}

export type OtherInboundPage = Page<OtherInboundRow>;

/** Rows to a page. */
const PAGE_SIZE = 50;

/** The day it is expected, and its reference. */
const placeSchema = z.tuple([z.string().max(10), z.string()]);

/** One page of the inbounds that were made elsewhere, by the day they are expected, the latest first. */
export async function listOtherInbounds(
  ctx: ShopContext,
  input: ListOtherInbounds,
): Promise<OtherInboundPage> {
  const start = startOf(placeSchema, input);
  const found = await ctx.db.$queryRaw<FoundRow[]>(otherInboundsQuery(ctx.shop, { ...input, start }));
  return pageOf({
    found: found.map(({ status, receiptCount, isGone, ...row }) => ({
      ...row,
      stage: stageOfOther({ status, receipts: { length: receiptCount }, isGone }),
    })),
    size: PAGE_SIZE,
    start,
    cursorOf: ({ expectedOn, ref }) => writeCursor([expectedOn, ref]),
  });
}

interface FoundRow extends Omit<OtherInboundRow, "stage"> {
  status: string;
  receiptCount: number;
  isGone: boolean;
}

/** The rows of one page and one more, read along an index and no further. */
function otherInboundsQuery(
  shop: string,
  { search, start }: ListOtherInbounds & { start: Start<z.output<typeof placeSchema>> },
): Prisma.Sql {
  const { place, backwards } = start;
  const beyond = place
    ? Prisma.sql`AND (o."expectedOn", o."ref") ${Prisma.raw(backwards ? ">" : "<")} (${place[0]}, ${place[1]})`
    : Prisma.empty;
  const way = Prisma.raw(backwards ? "ASC" : "DESC");
  return Prisma.sql`
    SELECT o."ref", o."type", o."supplierRef", o."status", o."expectedOn", o."announced", o."good", o."defective",
      jsonb_array_length(o."receipts") AS "receiptCount", o."goneAt" IS NOT NULL AS "isGone"
    FROM "OtherInbound" o
    WHERE o."shop" = ${shop}
      ${search?.trim() ? Prisma.sql`AND o."search" LIKE lower(${likePattern(search)})` : Prisma.empty}
      ${beyond}
    ORDER BY o."expectedOn" ${way}, o."ref" ${way} LIMIT ${PAGE_SIZE + 1}`;
}
