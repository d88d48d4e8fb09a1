import { Prisma } from "@prisma/client";
import { pageOf, type Page, type PageAsked, type Start } from "../../keyset-page.ts";
import type { ShopContext } from "../../shop-context.ts";
import { componentsOf } from "../mapping/components-of.ts";
import type { Asked } from "./mapping-csv.ts";
import type { Verdict } from "./upload-verdicts.ts";
import type { Component } from "../mapping/write-mappings.ts";

/** A cursor is a row's number. */
export interface ReadUpload extends PageAsked<number> {
  uploadId: string;
  /** Only rows of this verdict. */
  verdict?: Verdict | undefined;
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
}

export type UploadPage = Page<UploadRow, number>;

const PAGE_SIZE = 50;

/** One page of an upload's rows, in the file's order. */
export async function readUpload({ db, shop }: ShopContext, input: ReadUpload): Promise<UploadPage> {
  const start = { place: input.before ?? input.after, backwards: input.before !== undefined };
  const found = await db.$queryRaw<UploadRow[]>`
    SELECT r."line", r."verdict", r."asked", v."productTitle", v."variantTitle", v."sku" AS "shopSku",
      ${componentsOf(shop, Prisma.sql`r."variantId"`)} AS "components"
    FROM "MappingUploadRow" r
    LEFT JOIN "Variant" v ON v."shop" = r."shop" AND v."variantId" = r."variantId"
    WHERE r."shop" = ${shop} AND r."uploadId" = ${input.uploadId}::uuid
      ${input.verdict ? Prisma.sql`AND r."verdict" = ${input.verdict}` : Prisma.empty}
      ${from(start)}
    ORDER BY r."line" ${start.backwards ? Prisma.sql`DESC` : Prisma.empty} LIMIT ${PAGE_SIZE + 1}`;
  return pageOf({ found, size: PAGE_SIZE, start, cursorOf: ({ line }) => line });
}

function from({ place, backwards }: Start<number>): Prisma.Sql {
  if (place === undefined) return Prisma.empty;
  return backwards ? Prisma.sql`AND r."line" < ${place}` : Prisma.sql`AND r."line" > ${place}`;
}
