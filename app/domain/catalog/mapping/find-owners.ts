import type { Tx } from "../../../db.server.ts";
import type { Sku, VariantId } from "../../ids.ts";
import { holdings } from "./holdings.ts";
import type { NamedVariant } from "./plan-words.ts";

/** Other variants in the shop that are mapped to these goods, where the merchant has not said how they share. */
export async function findOwners(
  tx: Tx,
  { shop, variantId, skus }: { shop: string; variantId: VariantId; skus: readonly Sku[] },
): Promise<{ sku: Sku; by: NamedVariant }[]> {
  const rows = await tx.$queryRaw<(NamedVariant & { sku: Sku })[]>`
    SELECT h."sku", h."variantId", h."productTitle", h."variantTitle" FROM ${holdings(shop)} h
    WHERE h."sku" = ANY(${[...skus]}::text[]) AND h."variantId" <> ${variantId}
      AND NOT EXISTS (SELECT FROM "SharedSku" s WHERE s."shop" = ${shop} AND s."sku" = h."sku")
    ORDER BY h."sku", h."variantId"`;
  return rows.map(({ sku, ...by }) => ({ sku, by }));
}
