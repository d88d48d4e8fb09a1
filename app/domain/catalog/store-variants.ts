import type { VariantFieldsFragment } from "../../shopify/generated/operations.ts";
import type { ShopContext } from "../shop-context.ts";

/** Keeps what the shop showed of some variants, as read at `readAt`. Reading them twice stores the same. */
export async function storeVariants(
  ctx: ShopContext,
  { variants, readAt }: { variants: readonly VariantFieldsFragment[]; readAt: Date },
): Promise<void> {
  const rows = variants.map((variant) => ({
    variantId: variant.id,
    inventoryItemId: variant.inventoryItem.id,
    productId: variant.product.id,
    productTitle: variant.product.title,
    variantTitle: variant.title,
    sku: variant.sku?.trim() ? variant.sku : null,
    barcode: variant.barcode || null,
    tracked: variant.inventoryItem.tracked,
    bundle: variant.requiresComponents,
  }));
  await ctx.db.$executeRaw`
    INSERT INTO "Variant" ("shop", "variantId", "inventoryItemId", "productId", "productTitle", "variantTitle",
                           "sku", "barcode", "tracked", "bundle", "readAt")
    SELECT ${ctx.shop}, r."variantId", r."inventoryItemId", r."productId", r."productTitle", r."variantTitle",
           r."sku", r."barcode", r."tracked", r."bundle", ${readAt}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
      "variantId" text, "inventoryItemId" text, "productId" text, "productTitle" text, "variantTitle" text,
      "sku" text, "barcode" text, "tracked" boolean, "bundle" boolean)
    ON CONFLICT ("shop", "variantId") DO UPDATE SET
      "inventoryItemId" = excluded."inventoryItemId", "productId" = excluded."productId",
      "productTitle" = excluded."productTitle", "variantTitle" = excluded."variantTitle",
      "sku" = excluded."sku", "barcode" = excluded."barcode", "tracked" = excluded."tracked",
      "bundle" = excluded."bundle", "readAt" = excluded."readAt"`;
}
