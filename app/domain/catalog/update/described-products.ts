import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { Sku, VariantId } from "../../ids.ts";
import { holdings } from "../mapping/holdings.ts";
import { describe, type DescribedVariant } from "../push/product-to-send.ts";
import { compareProduct, valuesOf, type Difference, type ProductValues } from "./compare-product.ts";

/**
 * Which variant describes which of the warehouse's products, to stand in a FROM as `described`: sku, variantId, readAt and the
 * columns of `DescribedVariant`. Only where one variant, and no other, is mapped to one unit of it: a kit's title is not the
 * title of its parts.
 */
export function described(shop: string): Prisma.Sql {
  return Prisma.sql`(
    SELECT c."sku", v."variantId", v."readAt", v."productTitle", v."variantTitle", v."barcode", v."weight", v."width",
      v."height", v."length", p."url", p."imageUrl"
    FROM "MappingComponent" c
    JOIN "Mapping" m ON m."shop" = c."shop" AND m."variantId" = c."variantId" AND m."decision" = 'mapped'
    JOIN "Variant" v ON v."shop" = c."shop" AND v."variantId" = c."variantId" AND v."goneAt" IS NULL AND NOT v."bundle"
    LEFT JOIN "ShopProduct" p ON p."shop" = v."shop" AND p."productId" = v."productId"
    WHERE c."shop" = ${shop} AND c."quantity" = 1
      AND NOT EXISTS (
        SELECT FROM "MappingComponent" o
        WHERE o."shop" = c."shop" AND o."variantId" = c."variantId" AND o."sku" <> c."sku")
      AND NOT EXISTS (
        SELECT FROM ${holdings(shop)} h WHERE h."sku" = c."sku" AND h."variantId" <> c."variantId")
  ) AS described`;
}

/** A product at the warehouse beside the variant that describes it. */
export interface ComparedProduct {
  sku: Sku;
  variantId: VariantId;
  productTitle: string;
  variantTitle: string;
  differences: Difference[];
}

/** The products to compare: all, or those of some variants. */
export type ComparedSelection = "all" | { variantIds: readonly VariantId[] };

interface Row extends DescribedVariant {
  sku: Sku;
  variantId: VariantId;
  warehouse: Partial<ProductValues>;
}

/** Products compared at once: a few megabytes. */
const COMPARED_AT_ONCE = 2_000;

/** Products whose values are not the store's (`comparedProducts`). */
export async function* differingProducts(
  db: Tx,
  about: { shop: string; selection: ComparedSelection },
): AsyncGenerator<ComparedProduct[]> {
  for await (const group of comparedProducts(db, about)) {
    const differing = group.filter(({ differences }) => differences.length > 0);
    if (differing.length > 0) yield differing;
  }
}

/**
 * Products with the variant that describes them, compared by what was last read on both sides, in groups by SKU. One whose
 * values have not been read yet is in none.
 */
export async function* comparedProducts(
  db: Tx,
  { shop, selection }: { shop: string; selection: ComparedSelection },
): AsyncGenerator<ComparedProduct[]> {
  let last = "";
  for (;;) {
    const rows = await db.$queryRaw<Row[]>`
      SELECT described.*, to_jsonb(w) AS "warehouse"
      FROM ${described(shop)}
      JOIN "WarehouseProduct" w ON w."shop" = ${shop} AND w."sku" = described."sku" AND w."detailed"
      WHERE described."sku" > ${last} ${chosen(selection)}
      ORDER BY described."sku" LIMIT ${COMPARED_AT_ONCE}`;
    if (rows.length > 0) yield rows.map(compare);
    if (rows.length < COMPARED_AT_ONCE) return;
    last = rows.at(-1)!.sku;
  }
}

function chosen(selection: ComparedSelection): Prisma.Sql {
  if (selection === "all") return Prisma.empty;
  return Prisma.sql`AND described."variantId" = ANY(${[...selection.variantIds]}::text[])`;
}

function compare(row: Row): ComparedProduct {
  const { sku, variantId, productTitle, variantTitle, warehouse } = row;
  const differences = compareProduct(valuesOf(describe(row).details), valuesOf(warehouse));
  return { sku, variantId, productTitle, variantTitle, differences };
}
