import type { WarehouseClient } from "../../fulfilment/client.ts";
import { storeWarehouseProducts } from "../catalog/store-warehouse-products.ts";
import type { ShopContext } from "../shop-context.ts";

/** Reads the warehouse's whole list into our memory of it, a hundred products a call. */
export async function readWarehouseList(ctx: ShopContext, warehouse: WarehouseClient): Promise<void> {
  let askedAt = ctx.clock();
  for await (const products of warehouse.products.pages()) {
    await storeWarehouseProducts(ctx, { products, readAt: askedAt });
    askedAt = ctx.clock();
  }
}
