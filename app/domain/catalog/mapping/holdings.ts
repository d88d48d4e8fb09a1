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
