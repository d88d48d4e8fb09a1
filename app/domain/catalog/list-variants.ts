import { Prisma, type VariantState } from "@prisma/client";
import { pageOf, startOf, writeCursor, type Page, type PageAsked } from "../keyset-page.ts";
import type { ShopContext } from "../shop-context.ts";
import { JOIN_LOOK, ON_HAND } from "./load-on-hand.ts";
import { folded } from "./mapping/matching.ts";
import { shownVariants, type VariantFilter } from "./shown-variants.ts";
import { beyond, positionOf, positionSchema, variantOrder } from "./variant-order.ts";

export type ListVariants = VariantFilter & PageAsked;

/** Goods at the warehouse that a variant is made of. */
export interface ComponentRow {
  sku: string;
  quantity: number;
  /** Null when the warehouse does not know the SKU, or did not say. */
  stock: number | null;
}

export interface VariantRow {
  variantId: string;
  productTitle: string;
  variantTitle: string;
  sku: string | null;
  state: VariantState;
  tracked: boolean;
  onHand: number | null;
  /** What it is mapped to; several for a kit, none when it is not mapped. */
  components: ComponentRow[];
  suggestedSku: string | null;
  /** With a suggestion to take over the mapping of a variant that is gone. */
  suggestedFrom: string | null;
  /** Of a variant that is gone: the one that may take its mapping over. */
  heir: string | null;
}

export type VariantPage = Page<VariantRow>;

const PAGE_SIZE = 50;

/** One page of the shop's variants with what stands for them at the warehouse (`variant-order.ts`). */
export async function listVariants(ctx: ShopContext, input: ListVariants): Promise<VariantPage> {
  const start = startOf(positionSchema, input);
  const { place, backwards } = start;
  // The page first, then what belongs to its rows: otherwise PostgreSQL works that out for the whole shop.
  const found = await ctx.db.$queryRaw<VariantRow[]>`
    WITH page AS MATERIALIZED (
      SELECT v.* FROM "Variant" v
      WHERE ${shownVariants(ctx.shop, input)} ${beyond(place, backwards)}
      ORDER BY ${variantOrder(backwards)}
      LIMIT ${PAGE_SIZE + 1}
    )
    SELECT v."variantId", v."productTitle", v."variantTitle", v."sku", v."state"::text AS "state",
      v."tracked", ${ON_HAND} AS "onHand", v."suggestedSku", v."suggestedFrom",
      coalesce((
        SELECT jsonb_agg(jsonb_build_object(
          'sku', c."sku", 'quantity', c."quantity", 'stock', w."stock") ORDER BY c."sku")
        FROM "MappingComponent" c
        LEFT JOIN "WarehouseProduct" w ON w."shop" = c."shop" AND w."sku" = c."sku"
        WHERE c."shop" = v."shop" AND c."variantId" = v."variantId"
      ), '[]') AS "components",
      CASE WHEN v."state" = 'tombstoned' THEN (
        SELECT h."variantId" FROM "Variant" h
        WHERE h."shop" = v."shop" AND h."skuFolded" = ${folded(Prisma.sql`m."shopSku"`)} AND h."goneAt" IS NULL
          AND h."suggestedFrom" = v."variantId" LIMIT 1
      ) END AS "heir"
    FROM page v
    ${JOIN_LOOK}
    LEFT JOIN "Mapping" m ON m."shop" = v."shop" AND m."variantId" = v."variantId"
    ORDER BY ${variantOrder(backwards)}`;
  return pageOf({ found, size: PAGE_SIZE, start, cursorOf: (row) => writeCursor(positionOf(row)) });
}
