import { Prisma, type PurchasePhase, type PurchaseStage } from "@prisma/client";
import { z } from "zod";
import { daySchema, timeSchema } from "../address-values.ts";
import { likePattern } from "../catalog/shown-variants.ts";
import { pageOf, startOf, writeCursor, type Page, type PageAsked, type Start } from "../keyset-page.ts";
import type { ShopContext } from "../shop-context.ts";
import { daysLate } from "./decide-purchase.ts";
import type { PurchaseTab } from "./purchase-tabs.ts";

export interface ListPurchases extends PageAsked {
  tab?: PurchaseTab | undefined;
  /** Part of the supplier's name or of a reference, in any case. */
  search?: string | undefined;
}

export interface PurchaseRow {
  ref: string;
  stage: PurchaseStage;
  supplier: string;
  supplierRef: string;
  /** YYYY-MM-DD */
  expectedOn: string;
  /** Days since then, when nothing has come in. */
  daysLate: number;
  /** Pieces. */
  announced: number;
  good: number;
  defective: number;
  needsCount: number;
  createdAt: Date;
}

export type PurchasePage = Page<PurchaseRow>;

/** Rows to a page. */
const PAGE_SIZE = 50;

/**
 * One page of the purchases: those that are awaited by the day they were expected, the longest awaited first; all others
 * from the latest on.
 */
export async function listPurchases(ctx: ShopContext, input: ListPurchases): Promise<PurchasePage> {
  const now = ctx.clock();
  const start = startOf(placeSchema, input);
  const found = await ctx.db.$queryRaw<Omit<PurchaseRow, "daysLate">[]>(
    purchasesQuery(ctx.shop, { ...input, start, now }),
  );
  const byDay = isByDay(input.tab);
  return pageOf({
    found: found.map((row) => ({ ...row, daysLate: daysLate(row, now) })),
    size: PAGE_SIZE,
    start,
    cursorOf: ({ expectedOn, createdAt, ref }) =>
      writeCursor([byDay ? expectedOn : createdAt.toISOString(), ref]),
  });
}

/** The day it was expected, or the time it was announced, and its reference. */
const placeSchema = z.tuple([z.union([timeSchema, daySchema]), z.string()]);
type Place = z.output<typeof placeSchema>;

const PHASES: Record<PurchaseTab, PurchasePhase> = {
  expected: "awaited",
  late: "awaited",
  receiving: "receiving",
  done: "over",
};

const isByDay = (tab: PurchaseTab | undefined) => tab === "expected" || tab === "late";

/** The rows of one page and one more, read along an index and no further. */
export function purchasesQuery(
  shop: string,
  { tab, search, start, now }: ListPurchases & { start: Start<Place>; now: Date },
): Prisma.Sql {
  const { place, backwards } = start;
  const byDay = isByDay(tab);
  const ascending = byDay !== backwards;
  const key = Prisma.raw(byDay ? `p."expectedOn"` : `p."createdAt"`);
  const from = place && (byDay ? Prisma.sql`${place[0]}` : Prisma.sql`${place[0]}::timestamptz`);
  const beyond = place
    ? Prisma.sql`AND (${key}, p."ref") ${Prisma.raw(ascending ? ">" : "<")} (${from}, ${place[1]})`
    : Prisma.empty;
  const way = Prisma.raw(ascending ? "ASC" : "DESC");
  return Prisma.sql`
    SELECT p."ref", p."stage"::text AS "stage", p."supplier", p."supplierRef", p."expectedOn", p."announced",
      p."good", p."defective", p."needsCount", p."createdAt"
    FROM "PurchaseInbound" p
    WHERE p."shop" = ${shop}
      ${tab ? Prisma.sql`AND p."phase" = ${PHASES[tab]}::"PurchasePhase"` : Prisma.empty}
      ${tab === "late" ? Prisma.sql`AND p."expectedOn" < ${now.toISOString().slice(0, 10)}` : Prisma.empty}
      ${search?.trim() ? Prisma.sql`AND p."search" LIKE lower(${likePattern(search)})` : Prisma.empty}
      ${beyond}
    ORDER BY ${key} ${way}, p."ref" ${way} LIMIT ${PAGE_SIZE + 1}`;
}
