import { noteActivity } from "../../activity/note-activity.ts";
import type { Sku, VariantId } from "../../ids.ts";
import { MAPPING_MADE } from "../../events/translate-hint.ts";
import { recordHint } from "../../events/record-hint.ts";
import { clearProblemsIn } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";
import { matchVariants } from "../mapping/match-variants.ts";

/**
 * Forgets a product that the warehouse says it has no longer. Mappings to it stay, being the merchant's word: their
 * variants show that the warehouse does not know it, and their stock is looked at next. Forgetting twice is forgetting.
 * @param how.kind what is noted: that somebody deleted it, also where we did not know it
 */
export async function forgetWarehouseProduct(
  ctx: ShopContext,
  sku: Sku,
  { kind }: { kind: "product-gone" | "product-deleted" } = { kind: "product-gone" },
): Promise<void> {
  const { shop } = ctx;
  const now = ctx.clock();
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.warehouseProduct.deleteMany({ where: { shop, sku } });
    if (count > 0 || kind === "product-deleted")
      await noteActivity({ ...ctx, db: tx }, { kind, details: {}, subject: sku });
    await clearProblemsIn(tx, { shop, now, kinds: ["edit-rejected"], subjects: [sku] });
    const mapped = await tx.mappingComponent.findMany({ where: { shop, sku }, select: { variantId: true } });
    const variantIds = mapped.map(({ variantId }) => variantId as VariantId);
    await matchVariants(tx, { shop, now, scope: { variantIds, skus: [sku] } });
    if (mapped.length > 0)
      await recordHint(tx, { shop, source: "app", event: MAPPING_MADE, identifier: sku });
  });
}
