import type { Product } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { FulfilmentError } from "../../../fulfilment/errors.ts";
import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";

/** A longer list is not read to find out what has become of some SKUs: the next full sync reads it. */
const LIST_PAGES_MAX = 50;

/** What the warehouse's list says of SKUs that could not be found one by one. */
export interface Listed {
  /** Those it shows now. */
  products: Map<Sku, Product>;
  /** Those it has shown last, where it could not be read now. */
  contested: Set<Sku>;
}

/**
 * Whether an SKU reads otherwise in an address. Some servers answer 404 or 400 to `%2F` before the warehouse is asked, so that such
 * an answer says nothing about the product.
 */
export const isEncoded = (sku: string): boolean => sku !== encodeURIComponent(sku);

/**
 * Looks for SKUs in the warehouse's list, as far as it has shown them before: one that the last whole list did not show needs no
 * other to be gone.
 * @throws FulfilmentError when the warehouse as a whole fails
 */
export async function findListed(
  ctx: ShopContext,
  { warehouse, skus, pages }: { warehouse: WarehouseClient; skus: readonly Sku[]; pages: number },
): Promise<Listed> {
  const listed: Listed = { products: new Map(), contested: new Set() };
  if (skus.length === 0) return listed;
  const known = await ctx.db.warehouseProduct.findMany({
    where: { shop: ctx.shop, sku: { in: [...skus] }, stock: { not: null } },
    select: { sku: true },
  });
  const wanted = new Set(known.map(({ sku }) => sku as Sku));
  if (wanted.size === 0) return listed;
  if (pages > LIST_PAGES_MAX) return { ...listed, contested: wanted };
  try {
    for await (const page of warehouse.products.pages()) {
      for (const product of page)
        if (wanted.has(product.sku as Sku)) listed.products.set(product.sku as Sku, product);
      if (listed.products.size === wanted.size) break;
    }
    return listed;
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    await warehouse.check();
    ctx.log.warn({ err: error }, "the warehouse's list could not be read; what it showed last counts");
    return { ...listed, contested: wanted };
  }
}
