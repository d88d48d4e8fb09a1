import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import type { departure } from "./control-bodies.ts";
import { requireKnownSku } from "./inbounds.ts";
import { findProduct } from "./product-routes.ts";
import type { Shipment } from "./state.ts";
import { sumBySku } from "./sum-by-sku.ts";
import type { Warehouse } from "./warehouse.ts";

/**
 * Packs an order and prints its label, and dispatches it unless that is to happen later. For consolidation partners the
 * stock falls as the shipment is created; others get no such event, and `shipment-shipped` already now.
 */
export function shipUnits(warehouse: Warehouse, { lines, dispatch }: z.infer<typeof departure>) {
  lines.forEach(({ sku }, index) => requireKnownSku(warehouse, { sku, field: `lines[${index}].sku` }));
  const { consolidation, unconsolidatedStock } = warehouse.behaviours;
  const subject = { outbound: opaqueId(), shipment: opaqueId(), label: opaqueId() };
  const quantities = [...sumBySku(lines)].map(([sku, quantity]) => ({ sku, quantity }));
  const shipment: Shipment = { ...subject, lines: quantities, consolidation, inStock: true };
  requireStock(warehouse, shipment);
  warehouse.announce("outbound-status", subject);
  if (consolidation || unconsolidatedStock === "label-print") takeFromStock(warehouse, shipment);
  warehouse.announce(consolidation ? "shipment-created" : "shipment-shipped", subject);
  warehouse.state.shipments.set(shipment.shipment, shipment);
  if (dispatch) dispatchShipment(warehouse, shipment.shipment);
  return subject;
}

/** A packed shipment leaves the warehouse. */
export function dispatchShipment(warehouse: Warehouse, id: string): Shipment {
  const shipment = warehouse.state.shipments.get(id);
  if (!shipment)
    throw new ApiError("shipment-not-found", { message: `No shipment ${id} waits to be dispatched.` });
  if (shipment.inStock) {
    requireStock(warehouse, shipment);
    takeFromStock(warehouse, shipment);
  }
  warehouse.state.shipments.delete(id);
  const { outbound, label, consolidation } = shipment;
  if (consolidation) warehouse.announce("shipment-shipped", { outbound, shipment: id, label });
  warehouse.announce("label-status", { outbound, shipment: id, label });
  return shipment;
}

function requireStock(warehouse: Warehouse, { lines }: Shipment): void {
  for (const { sku, quantity } of lines) {
    const { stock } = findProduct(warehouse, sku);
    if (stock < quantity)
      throw new ApiError("insufficient-stock", {
        message: `${quantity} units of ${sku} cannot be sent: ${stock} lie in the warehouse.`,
      });
  }
}

function takeFromStock(warehouse: Warehouse, shipment: Shipment): void {
  for (const { sku, quantity } of shipment.lines) findProduct(warehouse, sku).stock -= quantity;
  shipment.inStock = false;
}

/** 32 hexadecimal digits, as in the interface's example payload. */
function opaqueId(): string {
  return randomBytes(16).toString("hex");
}
