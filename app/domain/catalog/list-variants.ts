import { Prisma, type VariantState } from "@prisma/client";
import { z } from "zod";
import type { ShopContext } from "../shop-context.ts";

export interface ListVariants {
  state?: VariantState | undefined;
  /** Part of a title or an SKU, in any case. */
  search?: string | undefined;
  /** A cursor from an earlier page: what comes after it, or before it. */
  after?: string | undefined;
  before?: string | undefined;
}

export interface VariantRow {
  variantId: string;
  productTitle: string;
  variantTitle: string;
  sku: string | null;
  state: VariantState;
  tracked: boolean;
  /** The SKU it is mapped to; its own may have changed since. */
  mappedSku: string | null;
  warehouseStock: number | null;
  onHand: number | null;
}

export interface VariantPage {
  rows: VariantRow[];
  previous: string | null;
  next: string | null;
}

const PAGE_SIZE = 50;

const cursorSchema = z.tuple([z.string(), z.string(), z.string()]);

/**
 * One page of the shop's variants with what stands for them at the warehouse, by product title. Pages are found by the
 * row they start from, so a page deep in a large catalogue costs what the first one does. A cursor that is no cursor
 * gives the first page.
 */
export async function listVariants(ctx: ShopContext, input: ListVariants): Promise<VariantPage> {
  const before = readCursor(input.before);
  const cursor = before ?? readCursor(input.after);
  const backwards = before !== undefined;
  const found = await ctx.db.$queryRaw<VariantRow[]>`
    SELECT v."variantId", v."productTitle", v."variantTitle", v."sku", v."state"::text AS "state", v."tracked",
           m."sku" AS "mappedSku", w."stock" AS "warehouseStock", v."onHand"
    FROM "Variant" v
    LEFT JOIN "Mapping" m ON m."shop" = v."shop" AND m."variantId" = v."variantId"
    LEFT JOIN "WarehouseProduct" w ON w."shop" = v."shop" AND w."sku" = coalesce(m."sku", v."sku")
    WHERE v."shop" = ${ctx.shop} ${ofState(input.state)} ${matching(input.search)} ${from(cursor, backwards)}
    ORDER BY ${order(backwards)}
    LIMIT ${PAGE_SIZE + 1}`;
  const more = found.length > PAGE_SIZE;
  const rows = found.slice(0, PAGE_SIZE);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    previous: first && cursor && (!backwards || more) ? writeCursor(first) : null,
    next: last && (backwards || more) ? writeCursor(last) : null,
  };
}

function ofState(state: VariantState | undefined): Prisma.Sql {
  return state ? Prisma.sql`AND v."state" = ${state}::"VariantState"` : Prisma.empty;
}

function matching(search: string | undefined): Prisma.Sql {
  if (!search?.trim()) return Prisma.empty;
  const pattern = `%${search.trim().replace(/[\\%_]/g, "\\$&")}%`;
  return Prisma.sql`AND (v."productTitle" ILIKE ${pattern} OR v."variantTitle" ILIKE ${pattern} OR v."sku" ILIKE ${pattern})`;
}

type Cursor = z.infer<typeof cursorSchema>;

function from(cursor: Cursor | undefined, backwards: boolean): Prisma.Sql {
  if (!cursor) return Prisma.empty;
  const start = Prisma.sql`(${cursor[0]}, ${cursor[1]}, ${cursor[2]})`;
  const key = Prisma.sql`(v."productTitle", v."variantTitle", v."variantId")`;
  return backwards ? Prisma.sql`AND ${key} < ${start}` : Prisma.sql`AND ${key} > ${start}`;
}

function order(backwards: boolean): Prisma.Sql {
  return backwards
    ? Prisma.sql`v."productTitle" DESC, v."variantTitle" DESC, v."variantId" DESC`
    : Prisma.sql`v."productTitle", v."variantTitle", v."variantId"`;
}

function writeCursor(row: VariantRow): string {
  const cursor: Cursor = [row.productTitle, row.variantTitle, row.variantId];
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function readCursor(text: string | undefined): Cursor | undefined {
  if (!text) return undefined;
  try {
    return cursorSchema.safeParse(JSON.parse(Buffer.from(text, "base64url").toString())).data;
  } catch {
    return undefined;
  }
}
