import { Prisma } from "@prisma/client";
import type { Product } from "../../fulfilment/answers.ts";
import type { ShopContext } from "../shop-context.ts";
import { folded } from "./matching.ts";

/**
 * Keeps what the warehouse showed of some products, when it was asked at `readAt`. Storing them twice stores the same;
 * what was asked for later than this is kept.
 */
export async function storeWarehouseProducts(
  ctx: ShopContext,
  { products, readAt }: { products: readonly Product[]; readAt: Date },
): Promise<void> {
  // A product that moved between pages may stand in one listing twice; one statement cannot update a row twice.
  const rows = [...new Map(products.map((product) => [product.sku, product])).values()].map(
    ({ sku, description, barcode, stock }) => ({ sku, description, barcode, stock }),
  );
  await ctx.db.$executeRaw`
    INSERT INTO "WarehouseProduct" AS w (
      "shop", "sku", "skuFolded", "description", "barcode", "stock", "search", "readAt")
    SELECT ${ctx.shop}, r."sku", coalesce(${folded(Prisma.sql`r."sku"`)}, ''), coalesce(r."description", ''),
           nullif(btrim(r."barcode"), ''), r."stock", lower(concat_ws(' ', r."sku", r."description", r."barcode")),
           ${readAt}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS r ("sku" text, "description" text, "barcode" text, "stock" integer)
    ON CONFLICT ("shop", "sku") DO UPDATE SET
      "description" = excluded."description", "barcode" = excluded."barcode", "stock" = excluded."stock",
      "search" = excluded."search", "readAt" = excluded."readAt"
    WHERE w."readAt" <= excluded."readAt"`;
}
