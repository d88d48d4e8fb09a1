import { Prisma } from "@prisma/client";
import { folded } from "../mapping/matching.ts";
import type { VariantReading } from "./read-variant-node.ts";

/** The columns of packed variants, in their order, as PostgreSQL calls their types. */
const COLUMNS: Record<keyof VariantReading, "text" | "integer" | "boolean"> = {
  variantId: "text",
  inventoryItemId: "text",
  productId: "text",
  productTitle: "text",
  variantTitle: "text",
  sku: "text",
  barcode: "text",
  tracked: "boolean",
  bundle: "boolean",
  weight: "integer",
  width: "integer",
  height: "integer",
  length: "integer",
  onHand: "integer",
  ofStatus: "text",
  ofUrl: "text",
  ofImageUrl: "text",
};
const NAMES = Object.keys(COLUMNS) as (keyof VariantReading)[];

/** Variants of the shop as a JSON array with an array for each: a third of what Shopify's own words take to read. */
export function packVariants(readings: readonly VariantReading[]): string {
  return JSON.stringify(readings.map((reading) => NAMES.map((name) => reading[name])));
}

/**
 * Packed variants, each column `rows` of `packed` a JSON array of them, as the columns of `Variant` and (prefixed `of`)
 * `ShopProduct`. The same variant twice is one.
 */
export function variantRows(packed: Prisma.Sql): Prisma.Sql {
  const columns = NAMES.map((name, at) => `(r->>${at})::${COLUMNS[name]} AS "${name}"`).join(", ");
  const skuAt = Prisma.raw(String(NAMES.indexOf("sku")));
  return Prisma.sql`
    SELECT DISTINCT ON ("variantId") ${Prisma.raw(columns)}, ${folded(Prisma.sql`r->>${skuAt}`)} AS "skuFolded"
    FROM (${packed}) packed, jsonb_array_elements(packed."rows") r
    ORDER BY "variantId"`;
}
