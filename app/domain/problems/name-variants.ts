import type { VariantId } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import type { OpenProblem } from "./problems.ts";

/** A problem with the variant whose page tells more; null where it is about none, or about one we do not know any more. */
export interface NamedProblem extends OpenProblem {
  variant: { variantId: VariantId; productTitle: string; variantTitle: string } | null;
}

/** Finds out whose pages these problems lead to: the variant they name, or one that is made of the SKU they are about. */
export async function nameVariants(
  ctx: ShopContext,
  problems: readonly OpenProblem[],
): Promise<NamedProblem[]> {
  const unnamed = problems.filter(({ details }) => !details.variantId).map(({ details }) => details.sku);
  const holders = await holdersOf(ctx, unnamed.filter(Boolean));
  const idOf = ({ details }: OpenProblem) => details.variantId ?? holders.get(details.sku);
  const variants = await ctx.db.variant.findMany({
    where: { shop: ctx.shop, variantId: { in: problems.flatMap((one) => idOf(one) ?? []) } },
    select: { variantId: true, productTitle: true, variantTitle: true },
  });
  const known = new Map(variants.map((variant) => [variant.variantId, variant]));
  return problems.map((problem) => {
    const variantId = idOf(problem);
    const variant = variantId && known.get(variantId);
    return { ...problem, variant: variant ? { ...variant, variantId } : null };
  });
}

async function holdersOf(ctx: ShopContext, skus: string[]): Promise<Map<string, VariantId>> {
  if (skus.length === 0) return new Map();
  const rows = await ctx.db.mappingComponent.findMany({
    where: { shop: ctx.shop, sku: { in: skus } },
    select: { sku: true, variantId: true },
    distinct: ["sku"],
  });
  return new Map(rows.map(({ sku, variantId }) => [sku, variantId as VariantId]));
}
