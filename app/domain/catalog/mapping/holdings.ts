import { Prisma } from "@prisma/client";

/**
 * Who holds which goods, as a table to select from: sku, quantity, variantId, inventoryItemId, productTitle and
 * variantTitle of every part of every variant that is mapped and in the shop. A variant that is gone holds nothing, though its mapping is
 * remembered; nor does a bundle, whose stock nobody sets.
 */
export function holdings(shop: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT c."sku", c."quantity", v."variantId", m."inventoryItemId", v."productTitle", v."variantTitle"
    FROM "MappingComponent" c
    JOIN "Mapping" m ON m."shop" = c."shop" AND m."variantId" = c."variantId" AND m."decision" = 'mapped'
    JOIN "Variant" v ON v."shop" = c."shop" AND v."variantId" = c."variantId" AND v."goneAt" IS NULL AND NOT v."bundle"
    WHERE c."shop" = ${shop}
  )`;
}

/**
 * The same of the variants that `variantIds` selects, without titles. Each is looked up, which `OFFSET 0` makes sure of. PostgreSQL may
 * know nothing of a store that has just been imported: it takes the rows for few then, and would compare each with every other.
 */
export function holdingsOf(shop: string, variantIds: Prisma.Sql): Prisma.Sql {
  const rowOf = Prisma.sql`WHERE "shop" = ${shop} AND "variantId" = s."variantId"`;
  return Prisma.sql`(
    SELECT c."sku", c."quantity", s."variantId", m."inventoryItemId"
    FROM (SELECT DISTINCT "variantId" FROM (${variantIds}) selected) s
    CROSS JOIN LATERAL (
      SELECT "inventoryItemId" FROM "Mapping" ${rowOf} AND "decision" = 'mapped' OFFSET 0) m
    CROSS JOIN LATERAL (
      SELECT FROM "Variant" ${rowOf} AND "goneAt" IS NULL AND NOT "bundle" OFFSET 0) v
    CROSS JOIN LATERAL (SELECT "sku", "quantity" FROM "MappingComponent" ${rowOf} OFFSET 0) c
  )`;
}
