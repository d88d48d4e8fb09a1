import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";

export interface FoundWarehouseProduct {
  sku: string;
  description: string;
  /** As last heard; null when the warehouse did not say. */
  stock: number | null;
  /** Variants of the shop that are mapped to it, in parts or whole. */
  mapped: number;
}

/** A product as the warehouse last showed it; `null` when it never did. */
export async function findWarehouseProduct(
  ctx: ShopContext,
  { sku }: { sku: Sku },
): Promise<FoundWarehouseProduct | null> {
  const { shop } = ctx;
  const [product, mapped] = await Promise.all([
    ctx.db.warehouseProduct.findUnique({ where: { shop_sku: { shop, sku } } }),
    ctx.db.mappingComponent.count({ where: { shop, sku } }),
  ]);
  return product && { sku, description: product.description, stock: product.stock, mapped };
}
