import { VariantsOfProductDocument, type VariantFieldsFragment } from "../../shopify/generated/operations.ts";
import type { ProductId, Sku, VariantId } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { matchVariants } from "./match-variants.ts";
import { storeVariants } from "./store-variants.ts";

/**
 * Reads one product of the shop as it is now and matches what changed. A product that is gone loses its variants
 * here, never its mappings. Stock of what is newly mapped is looked at next.
 */
export async function refreshProduct(
  ctx: ShopContext,
  { productId, locationId }: { productId: ProductId; locationId: string },
): Promise<void> {
  const { shop } = ctx;
  const since = ctx.clock();
  const before = await ctx.db.variant.findMany({ where: { shop, productId }, select: { sku: true } });
  const variants = await readVariants(ctx, { productId, locationId, since });
  await ctx.db.variant.deleteMany({ where: { shop, productId, readAt: { lt: since } } });

  // A variant that lost or changed its SKU may have freed it for another: old and new names are matched anew.
  const skus = [...before, ...variants].map(({ sku }) => sku).filter((sku) => sku !== null);
  await matchVariants(ctx, {
    variantIds: variants.map(({ id }) => id as VariantId),
    skus: [...new Set(skus)] as Sku[],
  });
}

/** Each page is stored by itself: a variant moved meanwhile may stand on two. */
async function readVariants(
  ctx: ShopContext,
  { since, ...of }: { productId: ProductId; locationId: string; since: Date },
): Promise<VariantFieldsFragment[]> {
  const variants: VariantFieldsFragment[] = [];
  let after: string | null = null;
  do {
    const { product }: Awaited<ReturnType<typeof readPage>> = await readPage(ctx, { ...of, after });
    if (!product) return [];
    await storeVariants(ctx, { variants: product.variants.nodes, since });
    variants.push(...product.variants.nodes);
    after = product.variants.pageInfo.hasNextPage ? product.variants.pageInfo.endCursor : null;
  } while (after);
  return variants;
}

function readPage(
  ctx: ShopContext,
  variables: { productId: ProductId; locationId: string; after: string | null },
) {
  return ctx.admin.request(VariantsOfProductDocument, variables);
}
