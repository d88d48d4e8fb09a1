import { Prisma, type PurchasePhase, type PurchaseStage } from "@prisma/client";
import { z } from "zod";
import { likePattern } from "../catalog/shown-variants.ts";
import type { ShopContext } from "../shop-context.ts";
import { daysLate } from "./decide-purchase.ts";

/** What the list can be narrowed to, in the order of its tabs. */
export const PURCHASE_TABS = ["expected", "late", "receiving", "done"] as const;
export type PurchaseTab = (typeof PURCHASE_TABS)[number];

export interface ListPurchases {
  tab?: PurchaseTab | undefined;
  /** Part of the supplier's name or of a reference, in any case. */
  search?: string | undefined;
  /** A row's position: the rows behind it, or before it. */
  after?: string | undefined;
  before?: string | undefined;
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

export interface PurchasePage {
  rows: PurchaseRow[];
  previous: string | null;
  next: string | null;
}

/** Rows to a page. */
export const PAGE_SIZE = 50;

/**
 * One page of the purchases: those that are awaited by the day they were expected, the longest awaited first; all others
 * from the latest on. A page begins behind the row the one before ended with, so it costs the same however many there
 * are. A cursor that is no cursor gives the first page.
 */
export async function listPurchases(ctx: ShopContext, input: ListPurchases): Promise<PurchasePage> {
  const now = ctx.clock();
  const before = readPosition(input.before);
  const cursor = before ?? readPosition(input.after);
  const backwards = before !== undefined;
  const found = await ctx.db.$queryRaw<Omit<PurchaseRow, "daysLate">[]>(purchasesQuery(ctx.shop, input, now));
  const more = found.length > PAGE_SIZE;
  const rows = found.slice(0, PAGE_SIZE).map((row) => ({ ...row, daysLate: daysLate(row, now) }));
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  const positionOf = (row: PurchaseRow) => writePosition(row, input.tab);
  return {
    rows,
    previous: first && cursor && (!backwards || more) ? positionOf(first) : null,
    next: last && (backwards || more) ? positionOf(last) : null,
  };
}

const PHASES: Record<PurchaseTab, PurchasePhase> = {
  expected: "awaited",
  late: "awaited",
  receiving: "receiving",
  done: "over",
};

const isByDay = (tab: PurchaseTab | undefined) => tab === "expected" || tab === "late";

/** The rows of one page and one more, read along an index and no further. */
export function purchasesQuery(shop: string, input: ListPurchases, now: Date): Prisma.Sql {
  const { tab, search } = input;
  const byDay = isByDay(tab);
  const before = readPosition(input.before);
  const cursor = before ?? readPosition(input.after);
  const ascending = byDay === (before === undefined);
  const key = Prisma.raw(byDay ? `p."expectedOn"` : `p."createdAt"`);
  const start = cursor && (byDay ? Prisma.sql`${cursor[0]}` : Prisma.sql`${cursor[0]}::timestamptz`);
  const beyond = cursor
    ? Prisma.sql`AND (${key}, p."ref") ${Prisma.raw(ascending ? ">" : "<")} (${start}, ${cursor[1]})`
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

const positionSchema = z.tuple([z.union([z.iso.datetime(), z.iso.date()]), z.string()]);

function writePosition({ expectedOn, createdAt, ref }: PurchaseRow, tab: PurchaseTab | undefined): string {
  const key = isByDay(tab) ? expectedOn : createdAt.toISOString();
  return Buffer.from(JSON.stringify([key, ref])).toString("base64url");
}

function readPosition(text: string | undefined): z.infer<typeof positionSchema> | undefined {
  if (!text) return undefined;
  try {
    return positionSchema.safeParse(JSON.parse(Buffer.from(text, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}
