import pLimit from "p-limit";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import type { Product } from "../../fulfilment/schemas.ts";
import { storeWarehouseProducts } from "../catalog/store-warehouse-products.ts";
import type { Sku } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";

export interface WarehouseReading {
  /** `null`: the warehouse says it does not know the SKU. */
  stock: number | null;
  readAt: Date;
}

/** Up to this many SKUs are asked for one by one; beyond it the listing, a hundred to a page, needs fewer calls. */
const ONE_BY_ONE = 20;
/** Requests to one warehouse account under way at once. The interface names no limit; this is polite. */
const CONCURRENCY = 4;

/**
 * Reads the warehouse's stock of these SKUs as it is now. An SKU that the listing does not show is asked for by
 * itself before it counts as gone: rows move between pages while they are read, so missing is not zero.
 */
export async function readWarehouseStock(
  ctx: ShopContext,
  { warehouse, skus }: { warehouse: WarehouseClient; skus: readonly Sku[] },
): Promise<Map<Sku, WarehouseReading>> {
  const readings = new Map<Sku, WarehouseReading>();
  // A reading counts as old as the question: what changed while the answer was on its way may not be in it.
  const note = async (products: readonly Product[], readAt: Date) => {
    for (const { sku, stock } of products) readings.set(sku as Sku, { stock, readAt });
    await storeWarehouseProducts(ctx, { products, readAt });
  };

  let askedAt = ctx.clock();
  if (skus.length > ONE_BY_ONE)
    for await (const products of warehouse.productPages()) {
      await note(products, askedAt);
      askedAt = ctx.clock();
    }

  const limit = pLimit(CONCURRENCY);
  const missing = skus.filter((sku) => !readings.has(sku));
  const found = await limit.map(missing, async (sku) => ({ sku, product: await warehouse.product(sku) }));
  const products = found.map(({ product }) => product).filter((product) => product !== null);
  await note(products, askedAt);

  const gone = found.filter(({ product }) => product === null).map(({ sku }) => sku);
  for (const sku of gone) readings.set(sku, { stock: null, readAt: askedAt });
  await ctx.db.$executeRaw`
    DELETE FROM "WarehouseProduct" WHERE "shop" = ${ctx.shop} AND "sku" = ANY(${gone}::text[])`;
  return readings;
}
