import type { Sku } from "../ids.ts";
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
  /** The variants in the shop that use it; the first few of `users`. */
  usedBy: NamedVariant[];
  users: number;
}

/** Of the variants that use an SKU, so many are named. */
const NAMED = 10;

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
      ), '[]') AS "usedBy",
      (SELECT count(*)::integer FROM ${holdings(shop)} h WHERE h."sku" = k."sku") AS "users"
    FROM unnest(${[...skus]}::text[]) WITH ORDINALITY AS k ("sku", "place")
    LEFT JOIN "WarehouseProduct" w ON w."shop" = ${shop} AND w."sku" = k."sku"
    ORDER BY k."place"`;
}
