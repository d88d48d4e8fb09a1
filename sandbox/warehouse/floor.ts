import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import type { correction, departure } from "./control-bodies.ts";
import { requireKnownSku } from "./inbounds.ts";
import { findProduct } from "./product-routes.ts";
import type { Product } from "./state.ts";
import { sumBySku } from "./sum-by-sku.ts";
import type { Warehouse } from "./warehouse.ts";

/*
 * What the people in the warehouse do. Each function, here and in the files it shares the floor with, changes the state
 * and announces it to the subscribers; none leaves half of its work done when it refuses.
 */

/** Packs and sends an order. Stock falls as the shipment is created; then it leaves and its label is in use. */
export function shipUnits(warehouse: Warehouse, { lines }: z.infer<typeof departure>) {
  lines.forEach(({ sku }, index) => requireKnownSku(warehouse, { sku, field: `lines[${index}].sku` }));
  const parts = [...sumBySku(lines)].map(([sku, quantity]) => ({
    product: findProduct(warehouse, sku),
    quantity,
  }));
  for (const { product, quantity } of parts)
    if (product.stock < quantity)
      throw new ApiError("insufficient-stock", {
        message: `${quantity} pieces of ${product.sku} cannot be sent: ${product.stock} lie in the warehouse.`,
      });
  const [outbound, shipment, label] = [opaqueId(), opaqueId(), opaqueId()];
  const subject = { outbound, shipment, label };
  warehouse.announce("outbound-status", subject);
  for (const { product, quantity } of parts) product.stock -= quantity;
  warehouse.announce("shipment-created", subject);
  warehouse.announce("shipment-shipped", subject);
  warehouse.announce("label-status", subject);
  return subject;
}

/** Somebody counted. The interface has no event for it, so nobody is told. */
export function correctStock(warehouse: Warehouse, { sku, stock }: z.infer<typeof correction>): Product {
  requireKnownSku(warehouse, { sku, field: "sku" });
  const product = findProduct(warehouse, sku);
  product.stock = stock;
  warehouse.changed();
  return product;
}

/** 32 hexadecimal digits, as in the interface's example payload. */
function opaqueId(): string {
  return randomBytes(16).toString("hex");
}
