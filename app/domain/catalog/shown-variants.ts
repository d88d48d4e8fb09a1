import { Prisma, type VariantState } from "@prisma/client";

export interface VariantFilter {
  state?: VariantState | undefined;
  /** Part of a product's title or of an SKU, in any case; or a whole barcode. */
  search?: string | undefined;
}

/** The condition under which the list shows a variant (alias `v`): what is selected by it is what the merchant sees. */
export function shownVariants(shop: string, { state, search }: VariantFilter): Prisma.Sql {
  const ofState = state ? Prisma.sql`AND v."state" = ${state}::"VariantState"` : Prisma.empty;
  return Prisma.sql`v."shop" = ${shop} AND (v."goneAt" IS NULL OR v."state" = 'tombstoned')
    ${ofState} ${found(shop, search)}`;
}

/** Whatever stands in the search field means itself. */
export function likePattern(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`;
}

function found(shop: string, search: string | undefined): Prisma.Sql {
  if (!search?.trim()) return Prisma.empty;
  const pattern = likePattern(search);
  return Prisma.sql`AND (
    v."productId" = ANY(ARRAY(
      SELECT p."productId" FROM "ShopProduct" p WHERE p."shop" = ${shop} AND p."title" ILIKE ${pattern}))
    OR v."skuFolded" LIKE lower(${pattern}) OR v."barcode" = ${search.trim()})`;
}
