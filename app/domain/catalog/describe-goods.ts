import type { SharingPolicy } from "@prisma/client";
import type { Sku, VariantId } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { holdings } from "./mapping/holdings.ts";
import type { NamedVariant } from "./mapping/plan-words.ts";

/** Goods at the warehouse as a merchant looks at them. */
export interface Goods {
  sku: Sku;
  /** Whether the warehouse knows the SKU, as far as we have heard. */
  known: boolean;
  description: string;
  barcode: string | null;
  /** Null when the warehouse did not say, or does not know the SKU. */
  stock: number | null;
  /** The variants in the shop that are mapped to it; the first few. */
  mappedTo: NamedVariant[];
  /** What the merchant said about sharing it; null when nothing. */
  sharing: { policy: SharingPolicy; primaryVariantId: VariantId | null } | null;
}

/** Of goods that are shared by more, no more are named. */
const NAMED = 20;

/** What is known of these SKUs, in their order. */
export async function describeGoods(ctx: ShopContext, skus: readonly Sku[]): Promise<Goods[]> {
  const { shop } = ctx;
  return ctx.db.$queryRaw<Goods[]>`
    SELECT k."sku", w."sku" IS NOT NULL AS "known", coalesce(w."description", '') AS "description", w."barcode",
      w."stock",
      coalesce((
        SELECT jsonb_agg(o ORDER BY o."productTitle", o."variantTitle", o."variantId") FROM (
          SELECT h."variantId", h."productTitle", h."variantTitle" FROM ${holdings(shop)} h
          WHERE h."sku" = k."sku"
          ORDER BY h."productTitle", h."variantTitle", h."variantId" LIMIT ${NAMED}) o
      ), '[]') AS "mappedTo",
      CASE WHEN s."sku" IS NOT NULL THEN
        jsonb_build_object('policy', s."policy", 'primaryVariantId', s."primaryVariantId") END AS "sharing"
    FROM unnest(${[...skus]}::text[]) WITH ORDINALITY AS k ("sku", "place")
    LEFT JOIN "WarehouseProduct" w ON w."shop" = ${shop} AND w."sku" = k."sku"
    LEFT JOIN "SharedSku" s ON s."shop" = ${shop} AND s."sku" = k."sku"
    ORDER BY k."place"`;
}
