import type { z } from "zod";
import type { correction } from "./control-bodies.ts";
import { requireKnownSku } from "./inbounds.ts";
import { findProduct } from "./product-routes.ts";
import type { Product } from "./state.ts";
import type { Warehouse } from "./warehouse.ts";

/** A count. The interface has no event for it, so none is sent. */
export function correctStock(warehouse: Warehouse, { sku, stock }: z.infer<typeof correction>): Product {
  requireKnownSku(warehouse, { sku, field: "sku" });
  const product = findProduct(warehouse, sku);
  product.stock = stock;
  warehouse.changed();
  return product;
}
