import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadMapped } from "../../stock/mirror/load-mapped.ts";
import type { ReturnLine } from "../return-lines.ts";

/**
 * Those of the lines' variants that show no stock, because the merchant chose another that is made of the same goods:
 * what comes back of them is shown there, and never put back under their own name.
 */
export async function loadSharedAway(
  ctx: ShopContext,
  lines: readonly Pick<ReturnLine, "variantId">[],
): Promise<Set<string>> {
  const variantIds = lines.flatMap(({ variantId }) => (variantId ? [variantId as VariantId] : []));
  if (variantIds.length === 0) return new Set();
  const mapped = await loadMapped(ctx, { variantIds });
  return new Set(mapped.filter(({ sharing }) => sharing === "nothing").map(({ variantId }) => variantId));
}
