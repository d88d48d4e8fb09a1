import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { Product } from "../../../fulfilment/answers.ts";
import type { ShopContext } from "../../shop-context.ts";
import { folded } from "../mapping/matching.ts";

/** What of a product is kept. */
export type StoredProduct = Pick<Product, "sku" | "description" | "barcode" | "stock">;

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

function storing({
  shop,
  products,
  readAt,
  confirms = true,
}: Shown & { shop: string; confirms?: boolean }): Prisma.Sql {
  // A product that moved between pages may stand in one listing twice; one statement cannot update a row twice.
  const rows = [...new Map(products.map((product) => [product.sku, product])).values()].map(
    ({ sku, description, barcode, stock }) => ({ sku, description, barcode, stock }),
  );
  // Named once more by themselves: how many there are PostgreSQL cannot see in the document.
  const skus = rows.map(({ sku }) => sku);
  const same = Prisma.sql`w."shop" = ${shop} AND w."sku" = ANY(${skus}::text[]) AND w."sku" = r."sku" AND w."description" = r."description"
    AND w."barcode" IS NOT DISTINCT FROM r."barcode" AND w."stock" IS NOT DISTINCT FROM r."stock"`;
  // Most of what is read again is as it was. Then only the time moves, which no index knows: the row stays in its page.
  const unchanged = confirms
    ? Prisma.sql`
      UPDATE "WarehouseProduct" w SET "readAt" = ${readAt} FROM read r
      WHERE ${same} AND w."readAt" <= ${readAt} RETURNING w."sku"`
    : Prisma.sql`SELECT w."sku" FROM "WarehouseProduct" w JOIN read r ON ${same}`;
  return Prisma.sql`
    WITH read AS MATERIALIZED (
      SELECT r."sku", coalesce(r."description", '') AS "description", nullif(btrim(r."barcode"), '') AS "barcode", r."stock"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r ("sku" text, "description" text, "barcode" text, "stock" integer)
    ), unchanged AS MATERIALIZED (${unchanged}), swept AS (
      -- What a sweep's list has confirmed bears no time of its own: an answer asked for before the sweep is older.
      SELECT FROM "StockSweep" s
      WHERE s."shop" = ${shop} AND s."startedAt" > ${readAt}
    )
    INSERT INTO "WarehouseProduct" AS w (
      "shop", "sku", "skuFolded", "description", "barcode", "stock", "search", "readAt")
    SELECT ${shop}, r."sku", coalesce(${folded(Prisma.sql`r."sku"`)}, ''), r."description", r."barcode",
           CASE WHEN NOT EXISTS (SELECT FROM swept) THEN r."stock" END,
           lower(concat_ws(' ', r."sku", nullif(r."description", ''), r."barcode")), ${readAt}
    FROM read r WHERE NOT EXISTS (SELECT FROM unchanged u WHERE u."sku" = r."sku")
    ON CONFLICT ("shop", "sku") DO UPDATE SET
      "description" = excluded."description", "barcode" = excluded."barcode", "stock" = excluded."stock",
      "search" = excluded."search", "readAt" = excluded."readAt"
    WHERE w."readAt" <= excluded."readAt" AND NOT EXISTS (SELECT FROM swept)`;
}
