import { TrackInventoryDocument } from "../../../shopify/generated/operations.ts";
import type { VariantId } from "../../ids.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import type { ShopContext } from "../../shop-context.ts";
import { askForLooks } from "./change-stock-settings.ts";

/**
 * Has the shop count stock for a variant, because the merchant asked for it. Asking twice changes nothing.
 * @returns Shopify's reason when it would not.
 */
export async function trackStock(
  ctx: ShopContext,
  { variantId }: { variantId: VariantId },
): Promise<string | null> {
  const { shop } = ctx;
  const variant = await ctx.db.variant.findUnique({ where: { shop_variantId: { shop, variantId } } });
  if (!variant) return null;
  const { inventoryItemUpdate } = await ctx.admin.request(TrackInventoryDocument, {
    id: variant.inventoryItemId,
  });
  const [error] = inventoryItemUpdate?.userErrors ?? [];
  if (error) return error.message;
  return ctx.db.$transaction(async (tx) => {
    const where = { shop, variantId, tracked: false };
    const { count } = await tx.variant.updateMany({ where, data: { tracked: true } });
    if (count > 0)
      await noteActivity({ ...ctx, db: tx }, { kind: "tracked", details: {}, subject: variantId });
    await askForLooks(tx, { shop, variantIds: [variantId] });
    return null;
  });
}
