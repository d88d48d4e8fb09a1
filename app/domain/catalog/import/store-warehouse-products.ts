import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { Product } from "../../../fulfilment/answers.ts";
import type { ShopContext } from "../../shop-context.ts";
import { folded } from "../mapping/matching.ts";

/** What of a product is kept, but for its SKU and stock. Measures in millimeters, weight in grams. */
const DETAILS = {
  description: "text",
  barcode: "text",
  url: "text",
  imageUrl: "text",
  width: "integer",
  height: "integer",
  length: "integer",
  weight: "integer",
} as const;
const DETAIL_NAMES = Object.keys(DETAILS) as (keyof typeof DETAILS)[];

/** What of a product is kept. */
export type StoredProduct = Pick<Product, "sku" | "stock" | keyof typeof DETAILS>;

/** Of a product as the warehouse showed it, what is kept. */
export function storedOf(product: StoredProduct): StoredProduct {
  const { sku, stock, description, barcode, url, imageUrl, width, height, length, weight } = product;
  return { sku, stock, description, barcode, url, imageUrl, width, height, length, weight };
}

/** What the warehouse showed of some products, when it was asked at `readAt`. */
interface Shown {
  products: readonly StoredProduct[];
  readAt: Date;
}

/** Keeps what the warehouse showed. Storing it twice stores the same; what was asked for later than this is kept. */
export async function storeWarehouseProducts(ctx: ShopContext, shown: Shown): Promise<void> {
  const { text, values } = storing({ shop: ctx.shop, ...shown });
  await ctx.pool.query({ name: "store-products", text, values });
}

/** `storeWarehouseProducts` as part of something larger. */
export async function storeProductsIn(tx: Tx, shown: Shown & { shop: string }): Promise<void> {
  await tx.$executeRaw(storing(shown));
}

/**
 * As `storeWarehouseProducts`, of a page of the list that a sweep reads whole: nothing at all is written of what is as it
 * was, which in most sweeps is everything. That it was confirmed, the sweep itself knows (`readWarehouseList`).
 */
export async function storeListed(ctx: ShopContext, shown: Shown): Promise<void> {
  const { text, values } = storing({ shop: ctx.shop, ...shown, confirms: false });
  await ctx.pool.query({ name: "store-listed", text, values });
}

const listed = (alias?: string) =>
  Prisma.raw(DETAIL_NAMES.map((name) => `${alias ? `${alias}.` : ""}"${name}"`).join(", "));
const assigned = Prisma.raw(DETAIL_NAMES.map((name) => `"${name}" = excluded."${name}"`).join(", "));
const typed = Prisma.raw(DETAIL_NAMES.map((name) => `"${name}" ${DETAILS[name]}`).join(", "));

function storing({
  shop,
  products,
  readAt,
  confirms = true,
}: Shown & { shop: string; confirms?: boolean }): Prisma.Sql {
  // A product that moved between pages may stand in one listing twice; one statement cannot update a row twice.
  const rows = [...new Map(products.map((product) => [product.sku, storedOf(product)])).values()];
  // Named once more by themselves: how many there are PostgreSQL cannot see in the document.
  const skus = rows.map(({ sku }) => sku);
  const same = Prisma.sql`w."shop" = ${shop} AND w."sku" = ANY(${skus}::text[]) AND w."sku" = r."sku" AND w."detailed"
    AND (w."stock", ${listed("w")}) IS NOT DISTINCT FROM (r."stock", ${listed("r")})`;
  // Most of what is read again is as it was. Then only the time moves, which no index knows: the row stays in its page.
  const unchanged = confirms
    ? Prisma.sql`
      UPDATE "WarehouseProduct" w SET "readAt" = ${readAt} FROM read r
      WHERE ${same} AND w."readAt" <= ${readAt} RETURNING w."sku"`
    : Prisma.sql`SELECT w."sku" FROM "WarehouseProduct" w JOIN read r ON ${same}`;
  return Prisma.sql`
    WITH read AS MATERIALIZED (
      SELECT r."sku", r."stock", coalesce(r."description", '') AS "description", nullif(btrim(r."barcode"), '') AS "barcode",
        nullif(btrim(r."url"), '') AS "url", nullif(btrim(r."imageUrl"), '') AS "imageUrl",
        r."width", r."height", r."length", r."weight"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r ("sku" text, "stock" integer, ${typed})
    ), unchanged AS MATERIALIZED (${unchanged}), swept AS (
      -- What a sweep's list has confirmed bears no time of its own: an answer asked for before the sweep is older.
      SELECT FROM "StockSweep" s
      WHERE s."shop" = ${shop} AND s."startedAt" > ${readAt}
    )
    INSERT INTO "WarehouseProduct" AS w (
      "shop", "sku", "skuFolded", ${listed()}, "detailed", "stock", "search", "readAt")
    SELECT ${shop}, r."sku", coalesce(${folded(Prisma.sql`r."sku"`)}, ''), ${listed("r")}, true,
           CASE WHEN NOT EXISTS (SELECT FROM swept) THEN r."stock" END,
           lower(concat_ws(' ', r."sku", nullif(r."description", ''), r."barcode")), ${readAt}
    FROM read r WHERE NOT EXISTS (SELECT FROM unchanged u WHERE u."sku" = r."sku")
    ON CONFLICT ("shop", "sku") DO UPDATE SET
      ${assigned}, "detailed" = true, "stock" = excluded."stock", "search" = excluded."search",
      "readAt" = excluded."readAt"
    WHERE w."readAt" <= excluded."readAt" AND NOT EXISTS (SELECT FROM swept)`;
}
