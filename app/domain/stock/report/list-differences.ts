import { Prisma } from "@prisma/client";
import { z } from "zod";
import { componentsOf } from "../../catalog/mapping/components-of.ts";
import type { Component } from "../../catalog/mapping/write-mappings.ts";
import type { VariantId } from "../../ids.ts";
import { pageOf, startOf, writeCursor, type Page, type PageAsked, type Start } from "../../keyset-page.ts";
import type { ShopContext } from "../../shop-context.ts";
import { MIRRORED } from "../mirror/decide-stock.ts";
import { getStockSums, type StockSum } from "./get-stock-sums.ts";
import { REPORTED, type Reported } from "./reported-verdicts.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

export interface ListDifferences extends PageAsked {
  verdict?: Reported | undefined;
}

/** A variant that does not show what it should, or of which that cannot be said, as it was last found. */
export interface Difference {
  variantId: VariantId;
  productTitle: string;
  variantTitle: string;
  verdict: Reported;
  /** The merchant chose it to be written, before the others. */
  live: boolean;
  components: Component[];
  /** In units of the variant; null when the warehouse does not know one of its SKUs. */
  warehouseStock: number | null;
  /** What the store should show, term by term; null where that is not ours to say. */
  sum: StockSum | null;
  /** The figure that is mirrored; null when it is not stocked at the location. */
  shopFigure: number | null;
  /** Null where it is not ours to say. */
  target: number | null;
  /** Why the shop would not take it. */
  reason: string | null;
}

export type DifferencePage = Page<Difference>;

const PAGE_SIZE = 50;

const positionSchema = z.tuple([z.enum(REPORTED), z.string()]);
type Position = z.infer<typeof positionSchema>;

/** One page of what the last looks found not to be as it should, verdict by verdict. */
export async function listDifferences(ctx: ShopContext, input: ListDifferences): Promise<DifferencePage> {
  const { shop } = ctx;
  const start = startOf(positionSchema, input);
  const { mode } = await loadStockSettings(ctx);
  const figure = Prisma.raw(`l."${MIRRORED[mode]}"`);
  const found = await ctx.db.$queryRaw<Omit<Difference, "sum">[]>`
    WITH page AS MATERIALIZED (
      SELECT l.* FROM "StockLook" l
      WHERE l."shop" = ${shop} AND ${stretch({ verdict: input.verdict, ...start })}
      ORDER BY ${order(start.backwards)} LIMIT ${PAGE_SIZE + 1}
    )
    SELECT l."variantId", coalesce(v."productTitle", '') AS "productTitle",
      coalesce(v."variantTitle", '') AS "variantTitle", l."verdict"::text AS "verdict", l."live", l."warehouseStock",
      ${figure} AS "shopFigure", l."target",
      ${componentsOf(shop, Prisma.sql`l."variantId"`)} AS "components",
      CASE WHEN l."verdict" = 'rejected' THEN (
        SELECT e."reason" FROM "LedgerEntry" e
        WHERE e."shop" = ${shop} AND e."variantId" = l."variantId" AND e."outcome" = 'rejected'
        ORDER BY e."intendedAt" DESC, e."id" DESC LIMIT 1
      ) END AS "reason"
    FROM page l
    LEFT JOIN "Variant" v ON v."shop" = ${shop} AND v."variantId" = l."variantId"
    ORDER BY ${order(start.backwards)}`;
  const cursorOf = ({ verdict, variantId }: (typeof found)[number]) =>
    writeCursor([verdict, variantId] satisfies Position);
  const page = pageOf({ found, size: PAGE_SIZE, start, cursorOf });
  const explained = page.rows.filter(({ target }) => target !== null).map(({ variantId }) => variantId);
  const sums = await getStockSums(ctx, explained);
  return { ...page, rows: page.rows.map((row) => ({ ...row, sum: sums.get(row.variantId) ?? null })) };
}

/** From where to where the index is read. A bound besides the cursor's would make PostgreSQL begin at that one instead. */
function stretch(about: Start<Position> & { verdict: Reported | undefined }): Prisma.Sql {
  const { verdict, place, backwards } = about;
  const way = Prisma.raw(backwards ? "<" : ">");
  if (verdict) {
    const only = Prisma.sql`l."verdict" = ${verdict}::"StockVerdict"`;
    return place ? Prisma.sql`${only} AND l."variantId" ${way} ${place[1]}` : only;
  }
  const [from, to] = [Prisma.sql`l."verdict" > 'equal'`, Prisma.sql`l."verdict" < 'gone'`];
  if (!place) return Prisma.sql`${from} AND ${to}`;
  const beyond = Prisma.sql`(l."verdict", l."variantId") ${way} (${place[0]}::"StockVerdict", ${place[1]})`;
  return Prisma.sql`${beyond} AND ${backwards ? from : to}`;
}

function order(backwards: boolean): Prisma.Sql {
  return backwards
    ? Prisma.sql`l."verdict" DESC, l."variantId" DESC`
    : Prisma.sql`l."verdict", l."variantId"`;
}
