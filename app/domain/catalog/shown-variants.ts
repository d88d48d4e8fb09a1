import { Prisma, type VariantState } from "@prisma/client";

/** Mapped to an SKU that the warehouse does not know. */
export const SKU_UNKNOWN = "sku_unknown";
/** Mapped by an SKU that the store has changed since. */
export const SKU_RENAMED = "sku_renamed";
export type VariantTab = VariantState | typeof SKU_UNKNOWN | typeof SKU_RENAMED;

export interface VariantFilter {
  state?: VariantTab | undefined;
  /** Part of a product's title or of an SKU, in any case; or a whole barcode. */
  search?: string | undefined;
}

/** The condition under which the list shows a variant (alias `v`): what is selected by it is what the merchant sees. */
export function shownVariants(shop: string, { state, search }: VariantFilter): Prisma.Sql {
  return Prisma.sql`v."shop" = ${shop} AND (v."goneAt" IS NULL OR v."state" = 'tombstoned')
    ${ofTab(shop, state)} ${found(shop, search)}`;
}

function ofTab(shop: string, tab: VariantTab | undefined): Prisma.Sql {
  if (!tab) return Prisma.empty;
  if (tab === SKU_UNKNOWN) return ofUnknownSku(shop);
  if (tab === SKU_RENAMED) return ofRenamedSku(shop);
  return Prisma.sql`AND v."state" = ${tab}::"VariantState"`;
}

function ofRenamedSku(shop: string): Prisma.Sql {
  return Prisma.sql`AND v."state" = 'mapped' AND v."variantId" IN (
    SELECT p."subject" FROM "Problem" p WHERE p."shop" = ${shop} AND p."kind" = 'sku-renamed')`;
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
  // One index for each way of finding, and what they find together: an OR would read the whole shop. Each is asked once: while
  // PostgreSQL has no statistics, as after a first import, it expects few rows and would ask again for each variant.
  return Prisma.sql`AND v."variantId" IN (
    WITH named AS MATERIALIZED (
      SELECT p."productId" FROM "ShopProduct" p WHERE p."shop" = ${shop} AND p."title" ILIKE ${pattern}
    ), found AS MATERIALIZED (
      SELECT f."variantId" FROM "Variant" f
        WHERE f."shop" = ${shop} AND f."productId" IN (SELECT n."productId" FROM named n)
      UNION ALL
      SELECT f."variantId" FROM "Variant" f WHERE f."shop" = ${shop} AND f."skuFolded" LIKE lower(${pattern})
      UNION ALL
      SELECT f."variantId" FROM "Variant" f WHERE f."shop" = ${shop} AND f."barcode" = ${search.trim()}
    )
    SELECT found."variantId" FROM found)`;
}
