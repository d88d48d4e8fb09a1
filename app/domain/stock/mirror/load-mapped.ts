import { Prisma } from "@prisma/client";
import { holdings } from "../../catalog/mapping/holdings.ts";
import type { InventoryItemId, Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { Sharing } from "./decide-stock.ts";

/** A variant whose stock is ours to mirror, with all it is made of. */
export interface Mapped {
  variantId: VariantId;
  inventoryItemId: InventoryItemId;
  /** `buffer`: what the merchant keeps back of just this SKU, where there is such a word. */
  components: { sku: Sku; quantity: number; buffer: number | null }[];
  sharing: Sharing;
}

/** Everything, or what holds one of some SKUs, or some variants, or what some inventory items belong to. */
export type MappedScope =
  | "all"
  | { skus: readonly Sku[] }
  | { variantIds: readonly VariantId[] }
  | { items: readonly InventoryItemId[] };

/** The mapped variants in the scope, each with all it is made of and how it shares that with others. */
export async function loadMapped(ctx: ShopContext, scope: MappedScope): Promise<Mapped[]> {
  const { shop } = ctx;
  const { text, values } = Prisma.sql`
    WITH parts AS MATERIALIZED (SELECT h.* FROM ${holdings(shop)} h ${within(shop, scope)})
    SELECT c."variantId", c."inventoryItemId",
      jsonb_agg(jsonb_build_object('sku', c."sku", 'quantity', c."quantity", 'buffer', b."pieces") ORDER BY c."sku")
        AS "components",
      CASE
        WHEN bool_or(s."shared" AND p."sku" IS NULL) THEN 'undecided'
        WHEN bool_or(s."shared" AND p."policy" = 'primary' AND p."primaryVariantId" <> c."variantId") THEN 'nothing'
        ELSE 'whole'
      END AS "sharing"
    FROM parts c
    LEFT JOIN LATERAL (
      SELECT true AS "shared" FROM ${holdings(shop)} o WHERE o."sku" = c."sku" AND o."variantId" <> c."variantId" LIMIT 1
    ) s ON true
    LEFT JOIN "SharedSku" p ON p."shop" = ${shop} AND p."sku" = c."sku"
    LEFT JOIN "StockBuffer" b ON b."shop" = ${shop} AND b."sku" = c."sku"
    GROUP BY c."variantId", c."inventoryItemId"`;
  const { rows } = await ctx.pool.query<Mapped>(text, values);
  return rows;
}

function within(shop: string, scope: MappedScope): Prisma.Sql {
  if (scope === "all") return Prisma.empty;
  if ("items" in scope)
    return Prisma.sql`WHERE h."variantId" IN (
      SELECT i."variantId" FROM "Variant" i
      WHERE i."shop" = ${shop} AND i."inventoryItemId" = ANY(${[...scope.items]}::text[]))`;
  if ("variantIds" in scope) return Prisma.sql`WHERE h."variantId" = ANY(${[...scope.variantIds]}::text[])`;
  return Prisma.sql`WHERE h."variantId" IN (
    SELECT w."variantId" FROM ${holdings(shop)} w WHERE w."sku" = ANY(${[...scope.skus]}::text[]))`;
}

/** The SKUs that these variants are made of, each once. */
export function skusOf(mapped: readonly Mapped[]): Sku[] {
  return [...new Set(mapped.flatMap(({ components }) => components.map(({ sku }) => sku)))];
}
