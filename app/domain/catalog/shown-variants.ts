import { Prisma, type VariantState } from "@prisma/client";

/** Mapped to an SKU that the warehouse does not know. */
export const SKU_UNKNOWN = "sku_unknown";
export type VariantTab = VariantState | typeof SKU_UNKNOWN;

export interface VariantFilter {
  state?: VariantTab | undefined;
  /** Part of a product's title or of an SKU, in any case; or a whole barcode. */
  search?: string | undefined;
}

/** The condition under which the list shows a variant (alias `v`): what is selected by it is what the merchant sees. */
export function shownVariants(shop: string, { state, search }: VariantFilter): Prisma.Sql {
  const ofState =
    state === SKU_UNKNOWN
      ? ofUnknownSku(shop)
      : state
        ? Prisma.sql`AND v."state" = ${state}::"VariantState"`
        : Prisma.empty;
  return Prisma.sql`v."shop" = ${shop} AND (v."goneAt" IS NULL OR v."state" = 'tombstoned')
    ${ofState} ${found(shop, search)}`;
}

function ofUnknownSku(shop: string): Prisma.Sql {
  return Prisma.sql`AND v."state" = 'mapped' AND v."variantId" IN (
    SELECT c."variantId" FROM "Problem" p
    JOIN "MappingComponent" c ON c."shop" = ${shop} AND c."sku" = p."subject"
    WHERE p."shop" = ${shop} AND p."kind" = 'sku-unknown')`;
}

/** Whatever stands in the search field means itself. */
export function likePattern(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`;
}

function found(shop: string, search: string | undefined): Prisma.Sql {
  if (!search?.trim()) return Prisma.empty;
  const pattern = likePattern(search);
  // One index for each way of finding, and what they find together: an OR would read the whole shop.
  return Prisma.sql`AND v."variantId" IN (
    SELECT f."variantId" FROM "Variant" f WHERE f."shop" = ${shop} AND f."productId" IN (
      SELECT p."productId" FROM "ShopProduct" p WHERE p."shop" = ${shop} AND p."title" ILIKE ${pattern})
    UNION ALL
    SELECT f."variantId" FROM "Variant" f WHERE f."shop" = ${shop} AND f."skuFolded" LIKE lower(${pattern})
    UNION ALL
    SELECT f."variantId" FROM "Variant" f WHERE f."shop" = ${shop} AND f."barcode" = ${search.trim()})`;
}
