import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../../../db.server.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { ShopifyError } from "../../../shopify/errors.ts";
import {
  variantsOfProductDocument,
  variantsOfProductSchema,
  type VariantQuery,
} from "../../../shopify/variants.ts";
import type { ProductId, Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { buryingVariants } from "./bury-gone.ts";
import { loadCatalogueSettings } from "../catalogue-settings.ts";
import { lockMappings } from "../mapping/lock-mappings.ts";
import { LONG_TX_MS, matchVariants } from "../mapping/match-variants.ts";
import { noteRenamed } from "../mapping/note-renamed.ts";
import { nextCursor } from "../../../shopify/next-cursor.ts";
import { storeVariants } from "./store-variants.ts";

/** What one page of a product may keep the next product waiting, in milliseconds. */
const PRODUCT_PATIENCE_MS = 10_000;

/**
 * Reads one product of the shop as it is now and matches what changed. A product that is gone loses its variants
 * here, never its mappings. Stock of what is newly mapped is looked at next.
 *
 * Shopify tells of a product each time one of its figures is written, and most often nothing else changed: then nothing
 * is matched. What is stored and what follows from it are one transaction, so that a run that is cut off leaves the next
 * the same difference to find.
 * @throws ShopifyError, `not-understood` also when variants of it cannot be read: the others are stored by then
 */
export async function refreshProduct(
  ctx: ShopContext,
  { productId, locationId }: { productId: ProductId; locationId: string },
): Promise<void> {
  const { shop } = ctx;
  const since = ctx.clock();
  const { dimensions, pushEdits } = await loadCatalogueSettings(ctx);
  const variants = await readVariants(ctx, { productId, query: { locationId, dimensions } });
  let unreadable = 0;
  await ctx.db.$transaction(
    async (tx) => {
      await lockMappings(tx, shop);
      const before = await matchedBy(tx, { shop, productId });
      const left = await storeVariants(tx, { shop, variants, since });
      unreadable = left.unreadable.length + left.unnamed;
      // One that does not say which it is may be any of those that were not shown.
      if (left.unnamed === 0)
        await tx.$executeRaw`
          ${buryingVariants(shop, ctx.clock())} AND v."productId" = ${productId} AND v."readAt" < ${since}`;
      const after = await matchedBy(tx, { shop, productId });
      // A variant that lost or changed its SKU may have freed it for another, and one that is gone its goods: old names,
      // new ones and what they are mapped to are matched anew.
      if (!isDeepStrictEqual(before, after)) {
        await matchVariants(tx, {
          shop,
          now: ctx.clock(),
          scope: {
            variantIds: after.filter(({ live }) => live).map(({ variantId }) => variantId),
            skus: skusOf([...before, ...after]),
          },
        });
        await noteRenamed(
          { ...ctx, db: tx },
          after.map(({ variantId }) => variantId),
        );
      }
      if (pushEdits) await queueJob(tx, { name: "push-edits", shop });
    },
    { timeout: LONG_TX_MS },
  );
  if (unreadable > 0)
    throw new ShopifyError("not-understood", {
      message: `${unreadable} variants of a product are of another form`,
    });
}

interface MatchedBy {
  variantId: VariantId;
  inventoryItemId: string;
  sku: Sku | null;
  barcode: string | null;
  bundle: boolean;
  live: boolean;
  /** What it is mapped to. */
  components: Sku[];
}

/** All that `matching` goes by of the product's variants, as it is stored. */
function matchedBy(
  tx: Tx,
  { shop, productId }: { shop: string; productId: ProductId },
): Promise<MatchedBy[]> {
  return tx.$queryRaw<MatchedBy[]>`
    SELECT v."variantId", v."inventoryItemId", v."sku", v."barcode", v."bundle", v."goneAt" IS NULL AS "live",
      ARRAY(SELECT c."sku" FROM "MappingComponent" c
            WHERE c."shop" = v."shop" AND c."variantId" = v."variantId" ORDER BY c."sku") AS "components"
    FROM "Variant" v WHERE v."shop" = ${shop} AND v."productId" = ${productId}
    ORDER BY v."variantId"`;
}

/** What the variants are called, and what they are mapped to, each once. */
function skusOf(variants: readonly MatchedBy[]): Sku[] {
  return [...new Set(variants.flatMap(({ sku, components }) => (sku ? [sku, ...components] : components)))];
}

/** None when the product is gone, also if it goes while it is read. */
async function readVariants(
  ctx: ShopContext,
  { productId, query }: { productId: ProductId; query: VariantQuery },
): Promise<unknown[]> {
  const document = variantsOfProductDocument(query);
  const variants: unknown[] = [];
  let after: string | null = null;
  do {
    const { product }: Awaited<ReturnType<typeof read>> = await read(after);
    if (!product) return [];
    const { nodes, pageInfo } = product.variants;
    variants.push(...nodes);
    after = nextCursor(pageInfo, after);
  } while (after);
  return variants;

  function read(from: string | null) {
    const variables = { productId, after: from };
    const signal = AbortSignal.timeout(PRODUCT_PATIENCE_MS);
    return ctx.admin.request(document, variables, { schema: variantsOfProductSchema, signal });
  }
}
