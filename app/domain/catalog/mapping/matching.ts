import { Prisma } from "@prisma/client";

/** How SKUs are compared when they do not match to the letter: case and space around them do not count. */
export const folded = (column: Prisma.Sql): Prisma.Sql => Prisma.sql`nullif(lower(btrim(${column})), '')`;

/**
 * The rules of matching, as common table expressions that end in `decided`: one row for each variant in `live`, with
 * state, reason and what is suggested; `auto` says with which SKU the sure ones are to be mapped.
 *
 * - The merchant's word (a row in `Mapping`) stands. A bundle's stock is the shop's own affair.
 * - The same SKU to the letter is sure, however many variants carry it: they share its stock. It is not where a variant of
 *   this SKU is gone that was mapped to something else.
 * - The SKU of a mapped variant that is gone is suggested when one such variant is gone and one carries the SKU now. The
 *   same SKU but for case and space is suggested when one product has it; the same barcode when one product and one
 *   variant have it, because a barcode that several variants carry was often copied. Nobody guesses between two.
 *
 * It is SQL because a hundred thousand variants are decided in one go; `test/catalog/matching.test.ts` has a row for
 * each rule. Folded SKUs and barcodes are looked up only for those whose SKU is not at the warehouse to the letter: most
 * shops have few. `live` (variantId, inventoryItemId, sku, skuFolded, barcode, bundle) must hold every variant that
 * shares an SKU or barcode with one that matters; `gone` (variantId) the variants that are no longer in the shop.
 */
export function matching(shop: string): Prisma.Sql {
  return Prisma.sql`
    word AS (
      SELECT l.*, m."decision", l."bundle" OR m."decision" IS NOT DISTINCT FROM 'ignored' AS "aside"
      FROM live l LEFT JOIN "Mapping" m ON m."shop" = ${shop} AND m."variantId" = l."variantId"
    ),
    counted AS (
      SELECT w.*, count(*) FILTER (WHERE NOT "aside") OVER (PARTITION BY w."sku") AS "ofSku" FROM word w
    ),
    exact AS (
      SELECT w."sku" FROM "WarehouseProduct" w
      WHERE w."shop" = ${shop} AND w."sku" IN (SELECT "sku" FROM live)
    ),
    not_exact AS (
      SELECT l."skuFolded", l."barcode" FROM live l LEFT JOIN exact e ON e."sku" = l."sku" WHERE e."sku" IS NULL
    ),
    by_folded AS MATERIALIZED (
      ${productsBy(Prisma.sql`"skuFolded"`, shop)}
    ),
    by_barcode AS MATERIALIZED (
      SELECT p.*, v."variants"
      FROM (${productsBy(Prisma.sql`"barcode"`, shop)}) p
      JOIN (SELECT "barcode", count(*) AS "variants" FROM word WHERE NOT "aside" GROUP BY "barcode") v
        ON v."barcode" = p."barcode"
    ),
    remembered AS (
      SELECT m."shopSku" AS "sku", count(*) AS "mappings", min(m."variantId") AS "variantId",
             (SELECT min(c."sku") FROM "MappingComponent" c
              WHERE c."shop" = ${shop} AND c."variantId" = min(m."variantId")) AS "component",
             bool_or(EXISTS (
               SELECT FROM "MappingComponent" c WHERE c."shop" = ${shop} AND c."variantId" = m."variantId"
                 AND (c."sku" <> m."shopSku" OR c."quantity" <> 1))) AS "other"
      FROM gone g JOIN "Mapping" m ON m."shop" = ${shop} AND m."variantId" = g."variantId"
      WHERE m."decision" = 'mapped' AND m."shopSku" IN (SELECT "sku" FROM live)
      GROUP BY m."shopSku"
    ),
    known AS (
      SELECT c.*, e."sku" IS NOT NULL AS "exact", r."component", coalesce(r."other", false) AS "other",
        CASE WHEN r."mappings" = 1 AND c."ofSku" = 1 THEN r."variantId" END AS "rememberedAs"
      FROM counted c
      LEFT JOIN exact e ON e."sku" = c."sku"
      LEFT JOIN remembered r ON r."sku" = c."sku"
    ),
    found AS (
      SELECT k.*,
        NOT k."bundle" AND k."decision" IS NULL AND k."exact" AND NOT k."other" AND k."rememberedAs" IS NULL AS "sure",
        f."sku" AS "foldedSku", f."products" AS "foldedProducts",
        b."sku" AS "barcodeSku", b."products" AS "barcodeProducts", b."variants" AS "ofBarcode"
      FROM known k
      LEFT JOIN by_folded f ON f."skuFolded" = k."skuFolded"
      LEFT JOIN by_barcode b ON b."barcode" = k."barcode"
    ),
    auto AS (SELECT "variantId", "inventoryItemId", "sku" FROM found WHERE "sure"),
    ruled AS (
      SELECT "variantId", "rememberedAs", "component", "foldedSku", "barcodeSku",
        CASE
          WHEN "bundle" THEN 'bundle'
          WHEN "decision" IS NOT NULL THEN "decision"::text
          WHEN "sure" THEN 'mapped'
          WHEN "rememberedAs" IS NOT NULL THEN 'suggested'
          WHEN "exact" THEN 'ambiguous'
          WHEN "foldedProducts" = 1 THEN 'suggested'
          WHEN "foldedProducts" > 1 THEN 'ambiguous'
          WHEN "barcodeProducts" = 1 AND "ofBarcode" = 1 THEN 'suggested'
          WHEN "barcodeProducts" >= 1 THEN 'ambiguous'
          WHEN "sku" IS NULL THEN 'unmapped'
          ELSE 'not_at_warehouse'
        END AS "state",
        CASE
          WHEN "bundle" OR "sure" THEN NULL
          WHEN "decision" IS NOT NULL THEN CASE WHEN "decision" = 'unmapped' THEN 'by_merchant' END
          WHEN "rememberedAs" IS NOT NULL THEN 'recreated'
          WHEN "exact" OR "foldedProducts" > 1 THEN 'several_products'
          WHEN "foldedProducts" = 1 THEN 'folded_sku'
          WHEN "barcodeProducts" >= 1 THEN
            CASE WHEN "ofBarcode" > 1 THEN 'several_variants' WHEN "barcodeProducts" > 1 THEN 'several_products'
                 ELSE 'barcode' END
          WHEN "sku" IS NULL THEN 'nothing_to_match_by'
        END AS "reason"
      FROM found
    ),
    decided AS (
      SELECT "variantId", "state"::"VariantState" AS "state", "reason"::"MatchReason" AS "reason",
        CASE WHEN "state" = 'suggested' THEN
          CASE "reason" WHEN 'recreated' THEN "component" WHEN 'folded_sku' THEN "foldedSku" ELSE "barcodeSku" END
        END AS "suggestedSku",
        CASE WHEN "state" = 'suggested' AND "reason" = 'recreated' THEN "rememberedAs" END AS "suggestedFrom"
      FROM ruled
    )`;
}

/** The warehouse's products by the key of variants whose SKU is not at the warehouse to the letter. */
const productsBy = (key: Prisma.Sql, shop: string) => Prisma.sql`
  SELECT w.${key}, count(*) AS "products", min(w."sku") AS "sku"
  FROM "WarehouseProduct" w
  WHERE w."shop" = ${shop} AND w.${key} IN (SELECT ${key} FROM not_exact)
  GROUP BY w.${key}`;

/** Further expressions that make the mappings `matching` is sure of, in the same statement. */
export function makingMappings(shop: string, mappedAt: Date): Prisma.Sql {
  return Prisma.sql`
    made AS (
      INSERT INTO "Mapping" ("shop", "variantId", "inventoryItemId", "decision", "source", "shopSku", "mappedAt")
      SELECT ${shop}, "variantId", "inventoryItemId", 'mapped', 'sku', "sku", ${mappedAt} FROM auto
      ON CONFLICT DO NOTHING
      RETURNING "variantId", "shopSku" AS "sku"
    ),
    made_of AS (
      INSERT INTO "MappingComponent" ("shop", "variantId", "sku", "quantity")
      SELECT ${shop}, "variantId", "sku", 1 FROM made
    )`;
}
