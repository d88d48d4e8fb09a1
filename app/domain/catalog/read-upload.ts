import { Prisma } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";
import { holdings } from "./holdings.ts";
import type { Asked } from "./mapping-csv.ts";
import type { Verdict } from "./upload-verdicts.ts";
import type { Component } from "./write-mappings.ts";

export interface ReadUpload {
  uploadId: string;
  /** Only rows of this verdict. */
  verdict?: Verdict | undefined;
  /** A row's number: what comes after it, or before it. */
  after?: number | undefined;
  before?: number | undefined;
}

export interface UploadRow {
  /** Counted from 1, the header not included. */
  line: number;
  verdict: Verdict;
  asked: Asked;
  /** The shop's variant it is about; null when there is none, or not one. */
  productTitle: string | null;
  variantTitle: string | null;
  shopSku: string | null;
  /** What the variant is mapped to now. */
  components: Component[];
  /** With a conflict: who is mapped to the goods, if it is not another row of the file. */
  owner: { productTitle: string; variantTitle: string } | null;
}

export interface UploadPage {
  rows: UploadRow[];
  previous: number | null;
  next: number | null;
}

const PAGE_SIZE = 50;

/** One page of an upload's rows, in the file's order. */
export async function readUpload({ db, shop }: ShopContext, input: ReadUpload): Promise<UploadPage> {
  const backwards = input.before !== undefined;
  const cursor = input.before ?? input.after;
  const found = await db.$queryRaw<UploadRow[]>`
    SELECT r."line", r."verdict", r."asked", v."productTitle", v."variantTitle", v."sku" AS "shopSku",
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('sku', c."sku", 'quantity', c."quantity") ORDER BY c."sku")
        FROM "MappingComponent" c WHERE c."shop" = r."shop" AND c."variantId" = r."variantId"
      ), '[]') AS "components",
      CASE WHEN r."verdict" = 'conflict' THEN (
        SELECT jsonb_build_object('productTitle', h."productTitle", 'variantTitle', h."variantTitle")
        FROM ${holdings(shop)} h WHERE h."sku" = r."asked"->>'sku' AND h."variantId" <> r."variantId"
        ORDER BY h."variantId" LIMIT 1
      ) END AS "owner"
    FROM "MappingUploadRow" r
    LEFT JOIN "Variant" v ON v."shop" = r."shop" AND v."variantId" = r."variantId"
    WHERE r."shop" = ${shop} AND r."uploadId" = ${input.uploadId}::uuid
      ${input.verdict ? Prisma.sql`AND r."verdict" = ${input.verdict}` : Prisma.empty}
      ${from(cursor, backwards)}
    ORDER BY r."line" ${backwards ? Prisma.sql`DESC` : Prisma.empty} LIMIT ${PAGE_SIZE + 1}`;
  const more = found.length > PAGE_SIZE;
  const rows = found.slice(0, PAGE_SIZE);
  if (backwards) rows.reverse();
  const [first, last] = [rows[0], rows.at(-1)];
  return {
    rows,
    previous: first && cursor !== undefined && (!backwards || more) ? first.line : null,
    next: last && (backwards || more) ? last.line : null,
  };
}

function from(cursor: number | undefined, backwards: boolean): Prisma.Sql {
  if (cursor === undefined) return Prisma.empty;
  return backwards ? Prisma.sql`AND r."line" < ${cursor}` : Prisma.sql`AND r."line" > ${cursor}`;
}
