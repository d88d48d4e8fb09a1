import { Prisma } from "@prisma/client";

/** For `SELECT`: what a variant is mapped to, as an array of `Component` (`write-mappings.ts`). */
export function componentsOf(shop: string, variantId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(
    SELECT coalesce(jsonb_agg(jsonb_build_object('sku', c."sku", 'quantity', c."quantity") ORDER BY c."sku"), '[]')
    FROM "MappingComponent" c WHERE c."shop" = ${shop} AND c."variantId" = ${variantId})`;
}
