import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { storeWarehouseProducts, type StoredProduct } from "../../catalog/import/store-warehouse-products.ts";
import type { ShopContext } from "../../shop-context.ts";

/** Products stored in one go: ten pages of the list. */
const AT_ONCE = 1_000;

/**
 * Reads the warehouse's whole list into our memory of it. What came is stored while more is on its way; what is stored
 * together counts as old as the first of it.
 */
export async function readWarehouseList(ctx: ShopContext, warehouse: WarehouseClient): Promise<void> {
  let askedAt = ctx.clock();
  let readAt = askedAt;
  let products: StoredProduct[] = [];
  let storing = Promise.resolve();
  for await (const page of warehouse.products.pages()) {
    if (products.length === 0) readAt = askedAt;
    for (const { sku, description, barcode, stock } of page)
      products.push({ sku, description, barcode, stock });
    askedAt = ctx.clock();
    if (products.length < AT_ONCE) continue;
    await storing;
    storing = storeWarehouseProducts(ctx, { products, readAt });
    storing.catch(() => undefined); // Thrown where it is waited for.
    products = [];
  }
  await storing;
  await storeWarehouseProducts(ctx, { products, readAt });
}
