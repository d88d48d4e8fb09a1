import type { VariantFieldsFragment } from "../../shopify/generated/operations.ts";
import type { ShopContext } from "../shop-context.ts";

/**
 * Keeps what the shop showed of some variants. `since` is when the reading they belong to began: a row older than that
 * was not part of it, and a figure read later is kept. Storing them twice stores the same.
 */
export async function storeVariants(
  ctx: ShopContext,
  { variants, since }: { variants: readonly VariantFieldsFragment[]; since: Date },
): Promise<void> {
  const rows = variants.map(({ product, inventoryItem, ...variant }) => ({
    variantId: variant.id,
    inventoryItemId: inventoryItem.id,
    productId: product.id,
    productTitle: product.title,
    variantTitle: variant.title,
    sku: variant.sku?.trim() ? variant.sku : null,
    barcode: variant.barcode || null,
    tracked: inventoryItem.tracked,
    bundle: variant.requiresComponents,
    onHand: inventoryItem.inventoryLevel?.quantities.find(({ name }) => name === "on_hand")?.quantity ?? null,
  }));
  await ctx.db.$executeRaw`
    INSERT INTO "Variant" AS v (
      "shop", "variantId", "inventoryItemId", "productId", "productTitle", "variantTitle", "sku", "barcode",
      "tracked", "bundle", "onHand", "onHandReadAt", "readAt")
    SELECT ${ctx.shop}, r."variantId", r."inventoryItemId", r."productId", r."productTitle", r."variantTitle",
           r."sku", r."barcode", r."tracked", r."bundle", r."onHand", ${since}, ${since}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
      "variantId" text, "inventoryItemId" text, "productId" text, "productTitle" text, "variantTitle" text,
      "sku" text, "barcode" text, "tracked" boolean, "bundle" boolean, "onHand" integer)
    ON CONFLICT ("shop", "variantId") DO UPDATE SET
      "inventoryItemId" = excluded."inventoryItemId", "productId" = excluded."productId",
      "productTitle" = excluded."productTitle", "variantTitle" = excluded."variantTitle",
      "sku" = excluded."sku", "barcode" = excluded."barcode", "tracked" = excluded."tracked",
      "bundle" = excluded."bundle", "readAt" = greatest(v."readAt", excluded."readAt"),
      "onHand" = CASE WHEN excluded."onHandReadAt" >= v."onHandReadAt" THEN excluded."onHand" ELSE v."onHand" END,
      "onHandReadAt" = greatest(v."onHandReadAt", excluded."onHandReadAt")`;
}
