import type { Tx } from "../../db.server.ts";
import type { Sku, VariantId } from "../ids.ts";
import type { NamedVariant } from "./plan-words.ts";

/** Other variants in the shop that are mapped to these goods, where the merchant has not said how they share. */
export async function findOwners(
  tx: Tx,
  { shop, variantId, skus }: { shop: string; variantId: VariantId; skus: readonly Sku[] },
): Promise<{ sku: Sku; by: NamedVariant }[]> {
  const rows = await tx.$queryRaw<(NamedVariant & { sku: Sku })[]>`
    SELECT c."sku", v."variantId", v."productTitle", v."variantTitle"
    FROM "MappingComponent" c
    JOIN "Mapping" m ON m."shop" = c."shop" AND m."variantId" = c."variantId" AND m."decision" = 'mapped'
    JOIN "Variant" v ON v."shop" = c."shop" AND v."variantId" = c."variantId" AND v."goneAt" IS NULL
    LEFT JOIN "SharedSku" s ON s."shop" = c."shop" AND s."sku" = c."sku"
    WHERE c."shop" = ${shop} AND c."sku" = ANY(${[...skus]}::text[]) AND c."variantId" <> ${variantId}
      AND s."sku" IS NULL
    ORDER BY c."sku", v."variantId"`;
  return rows.map(({ sku, ...by }) => ({ sku, by }));
}
