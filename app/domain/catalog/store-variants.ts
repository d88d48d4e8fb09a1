import { Prisma } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";
import { variantRows } from "./variant-rows.ts";

/**
 * Keeps what the shop showed of some variants, each as `app/shopify/variants.ts` asks for it. `since` is when the
 * reading they belong to began: what was read later is kept. Storing them twice stores the same.
 */
export async function storeVariants(
  ctx: ShopContext,
  { variants, since }: { variants: readonly unknown[]; since: Date },
): Promise<void> {
  const { shop } = ctx;
  const lines = variants.map((variant) => JSON.stringify(variant));
  await ctx.db.$executeRaw`
    WITH rows AS MATERIALIZED (${variantRows(Prisma.sql`SELECT unnest(${lines}::text[]) AS "line"`)}),
    ${storingProducts(shop)}
    ${storingRows({ shop, since, state: Prisma.sql`'unmapped'::"VariantState", NULL, NULL, NULL`, from: Prisma.sql`rows r` })}`;
}

/** A common table expression that keeps the products of `rows`; untouched where nothing changed. */
export function storingProducts(shop: string): Prisma.Sql {
  return Prisma.sql`
    kept_products AS (
      INSERT INTO "ShopProduct" AS p ("shop", "productId", "title", "status", "url", "imageUrl")
      SELECT DISTINCT ON ("productId") ${shop}, "productId", "productTitle", "ofStatus", "ofUrl", "ofImageUrl" FROM rows
      ORDER BY "productId"
      ON CONFLICT ("shop", "productId") DO UPDATE SET
        "title" = excluded."title", "status" = excluded."status", "url" = excluded."url",
        "imageUrl" = excluded."imageUrl"
      WHERE (p."title", p."status", p."url", p."imageUrl")
        IS DISTINCT FROM (excluded."title", excluded."status", excluded."url", excluded."imageUrl")
    )`;
}

/**
 * Keeps the variants of `from` (an alias `r` with the columns of `variantRows`). `state` gives state, reason and the
 * two suggestions for those that are new; the others keep theirs until they are matched.
 */
export function storingRows(about: {
  shop: string;
  since: Date;
  state: Prisma.Sql;
  from: Prisma.Sql;
  /** For a whole shop: those known already take the new state too, and those that are as they were are not touched. */
  whole?: boolean;
}): Prisma.Sql {
  const { shop, since, state, from, whole = false } = about;
  const restated = whole
    ? Prisma.sql`"state" = excluded."state", "reason" = excluded."reason",
        "suggestedSku" = excluded."suggestedSku", "suggestedFrom" = excluded."suggestedFrom",`
    : Prisma.empty;
  return Prisma.sql`
    INSERT INTO "Variant" AS v (
      "shop", "variantId", "inventoryItemId", "productId", "productTitle", "variantTitle", "sku", "skuFolded", "barcode",
      "tracked", "bundle", "weight", "width", "height", "length", "state", "reason", "suggestedSku", "suggestedFrom",
      "onHand", "onHandReadAt", "readAt")
    SELECT ${shop}, r."variantId", r."inventoryItemId", r."productId", r."productTitle", r."variantTitle", r."sku",
           r."skuFolded", r."barcode", r."tracked", r."bundle", r."weight", r."width", r."height", r."length", ${state},
           r."onHand", ${since}, ${since}
    FROM ${from}
    ON CONFLICT ("shop", "variantId") DO UPDATE SET ${restated}
      "inventoryItemId" = excluded."inventoryItemId", "productId" = excluded."productId",
      "productTitle" = excluded."productTitle", "variantTitle" = excluded."variantTitle",
      "sku" = excluded."sku", "skuFolded" = excluded."skuFolded", "barcode" = excluded."barcode",
      "tracked" = excluded."tracked", "bundle" = excluded."bundle", "weight" = excluded."weight",
      "width" = excluded."width", "height" = excluded."height", "length" = excluded."length",
      "readAt" = excluded."readAt", "goneAt" = NULL,
      "onHand" = CASE WHEN excluded."onHandReadAt" >= v."onHandReadAt" THEN excluded."onHand" ELSE v."onHand" END,
      "onHandReadAt" = greatest(v."onHandReadAt", excluded."onHandReadAt")
    WHERE v."readAt" <= excluded."readAt" ${whole ? Prisma.sql`AND ${CHANGED}` : Prisma.empty}`;
}

/** Writing a hundred thousand rows as they are takes as long as writing them anew. */
const CHANGED = Prisma.sql`(
    v."goneAt", v."state", v."reason", v."suggestedSku", v."suggestedFrom", v."inventoryItemId", v."productId",
    v."productTitle", v."variantTitle", v."sku", v."barcode", v."tracked", v."bundle", v."weight", v."width",
    v."height", v."length", v."onHand"
  ) IS DISTINCT FROM (
    NULL, excluded."state", excluded."reason", excluded."suggestedSku", excluded."suggestedFrom",
    excluded."inventoryItemId", excluded."productId", excluded."productTitle", excluded."variantTitle", excluded."sku",
    excluded."barcode", excluded."tracked", excluded."bundle", excluded."weight", excluded."width", excluded."height",
    excluded."length", excluded."onHand"
  )`;
