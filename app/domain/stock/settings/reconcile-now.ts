import { noteActivity } from "../../activity/note-activity.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import type { ProductId, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { askForLooks } from "./change-stock-settings.ts";

export type ReconcileNowOutcome =
  | { outcome: "asked"; count: number }
  | { outcome: "not-connected" }
  /** There is no such variant or product here, or none of it is mapped. */
  | { outcome: "not-mapped" };

/**
 * Has the stock of one variant, or of all of a product's that are mapped, read in both worlds now, and the difference
 * mended. Asked for twice before it has begun, it is done once; asked for again later, it reads the same and writes nothing.
 * What a person asks for is noted: that is one variant. What workflows ask for, Flow keeps.
 */
export async function reconcileNow(
  ctx: ShopContext,
  asked: { variantId: VariantId } | { productId: ProductId },
): Promise<ReconcileNowOutcome> {
  const { shop } = ctx;
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  return ctx.db.$transaction(async (tx) => {
    const variants = await tx.variant.findMany({
      where: { shop, ...asked, state: "mapped", goneAt: null },
      select: { variantId: true },
    });
    if (variants.length === 0) return { outcome: "not-mapped" };
    await askForLooks(tx, { shop, variantIds: variants.map(({ variantId }) => variantId as VariantId) });
    if ("variantId" in asked)
      await noteActivity(
        { ...ctx, db: tx },
        { kind: "sync-requested", details: {}, subject: asked.variantId },
      );
    return { outcome: "asked", count: variants.length };
  });
}
