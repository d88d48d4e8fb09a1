import { queueJob } from "../../../jobs/catalog.ts";
import { variantsOfProductDocument, type VariantQuery } from "../../../shopify/variants.ts";
import type { ProductId, Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { buryingVariants } from "./bury-gone.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { matchVariants } from "../mapping/match-variants.ts";
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
  const { dimensions, pushEdits } = await loadCatalogueSettings(ctx);
  const before = await skusOf(ctx, productId);
  await storeProduct(ctx, { productId, since, query: { locationId, dimensions } });
  await ctx.db.$executeRaw`
    ${buryingVariants(shop, ctx.clock())} AND v."productId" = ${productId} AND v."readAt" < ${since}`;
  const after = await ctx.db.variant.findMany({
    where: { shop, productId, goneAt: null },
    select: { variantId: true },
  });

  // A variant that lost or changed its SKU may have freed it for another, and one that is gone its goods: old names, new
  // ones and what they are mapped to are matched anew.
  await matchVariants(ctx, {
    variantIds: after.map(({ variantId }) => variantId as VariantId),
    skus: [...new Set([...before, ...(await skusOf(ctx, productId))])],
  });
  if (pushEdits) await queueJob(ctx.db, { name: "push-edits", shop });
}

/** What the product's variants are called, and what they are mapped to. */
async function skusOf(ctx: ShopContext, productId: ProductId): Promise<Sku[]> {
  const { shop } = ctx;
  const rows = await ctx.db.$queryRaw<{ sku: Sku }[]>`
    SELECT v."sku" FROM "Variant" v WHERE v."shop" = ${shop} AND v."productId" = ${productId} AND v."sku" IS NOT NULL
    UNION
    SELECT c."sku" FROM "Variant" v JOIN "MappingComponent" c ON c."shop" = v."shop" AND c."variantId" = v."variantId"
    WHERE v."shop" = ${shop} AND v."productId" = ${productId}`;
  return rows.map(({ sku }) => sku);
}

/** Each page is stored by itself: a variant moved meanwhile may stand on two. */
async function storeProduct(
  ctx: ShopContext,
  { productId, since, query }: { productId: ProductId; since: Date; query: VariantQuery },
): Promise<void> {
  const document = variantsOfProductDocument(query);
  let after: string | null = null;
  do {
    const { product }: Awaited<ReturnType<typeof read>> = await read(after);
    if (!product) return;
    const { nodes, pageInfo } = product.variants;
    await storeVariants(ctx, { variants: nodes, since });
    after = pageInfo.hasNextPage ? pageInfo.endCursor : null;
  } while (after);

  function read(from: string | null) {
    return ctx.admin.request(document, { productId, after: from });
  }
}
