import { randomBytes } from "node:crypto";
import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import type { arrival, correction, departure, floorMove } from "./control-bodies.ts";
import { mayMove, statusAfterReceipt } from "./inbound-status.ts";
import { findInbound, requireKnownSku, touch } from "./inbounds.ts";
import { findProduct } from "./product-routes.ts";
import { nextSerial, type Inbound, type Product, type Receipt } from "./state.ts";
import { today, type Warehouse } from "./warehouse.ts";

/*
 * What the people in the warehouse do. Each function changes the state and tells the subscribers; none leaves half of
 * its work done when it refuses.
 */

type Arrival = z.infer<typeof arrival>;

/**
 * Books a receipt. Every piece counts as received; only good ones become stock. More than announced, and products that
 * no line announces, are taken in as they come. Goods without an inbound get one of the warehouse's own making.
 */
export function receiveGoods(warehouse: Warehouse, { inboundRef, lines }: Arrival) {
  lines.forEach(({ sku }, index) => requireKnownSku(warehouse, { sku, field: `lines[${index}].sku` }));
  const inbound =
    inboundRef === undefined ? unannounced(warehouse, lines) : findInbound(warehouse, inboundRef);
  if (inbound.status === "cancelled")
    throw new ApiError("inbound-cancelled", {
      message: `Inbound ${inbound.ref} is cancelled. Receive these goods without an inbound.`,
    });
  const receipt: Receipt = {
    receiptDate: today(warehouse),
    vendorShipmentNo: `VS-${nextSerial(warehouse.state)}`,
    lines: lines.flatMap((arrived) => putAway(inbound, arrived)),
  };
  for (const { sku, quantity, defective } of lines)
    if (!defective) findProduct(warehouse, sku).stock += quantity;
  inbound.receipts.push(receipt);
  warehouse.announce("receipt-received", inbound.ref);
  setStatus(warehouse, inbound, statusAfterReceipt(inbound));
  return { inbound, receipt };
}

/** Fills the lines of this SKU in their order; what is over falls to the last of them, or to none. */
function putAway(inbound: Inbound, { sku, quantity, defective }: Arrival["lines"][number]): Receipt["lines"] {
  const announced = inbound.lines.filter((line) => line.sku === sku);
  const booked: Receipt["lines"] = [];
  let left = quantity;
  const book = (inboundLineRef: string, pieces: number) => {
    if (pieces <= 0) return;
    booked.push({ quantity: pieces, defective, sku, inboundRef: inbound.ref, inboundLineRef });
    left -= pieces;
  };
  if (announced.length === 0) book("", left);
  announced.forEach((line, index) => {
    const last = index === announced.length - 1;
    const pieces = last ? left : Math.min(left, Math.max(0, line.quantity - line.quantityReceived));
    book(line.ref, pieces);
    line.quantityReceived += pieces;
  });
  return booked;
}

/** A purchase that nobody announced, expected today in just the quantities that stand on the ramp. */
function unannounced(warehouse: Warehouse, arrived: Arrival["lines"]): Inbound {
  const quantities = sumBySku(arrived);
  const ref = `WH-${nextSerial(warehouse.state)}`;
  const inbound: Inbound = {
    ref,
    type: "purchase",
    supplierRef: "",
    expectedReceiveDate: today(warehouse),
    senderName: "",
    senderEmail: "",
    senderPhonenumber: "",
    senderAddressLine1: "",
    senderAddressLine2: "",
    senderPostCode: "",
    senderCity: "",
    senderCountryCode: "",
    status: "new",
    lines: [...quantities].map(([sku, quantity], index) => ({
      ref: `${ref}-${index + 1}`,
      sku,
      quantity,
      quantityReceived: 0,
    })),
    receipts: [],
    changedAt: warehouse.now(),
  };
  warehouse.state.inbounds.set(ref, inbound);
  return inbound;
}

/** Packs and sends an order. Stock falls as the shipment is created; then it leaves and its label is in use. */
export function shipGoods(warehouse: Warehouse, { lines }: z.infer<typeof departure>) {
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
  warehouse.announce("outbound-status", outbound);
  for (const { product, quantity } of parts) product.stock -= quantity;
  warehouse.announce("shipment-created", shipment);
  warehouse.announce("shipment-shipped", shipment);
  warehouse.announce("label-status", label);
  return { outbound, shipment, label };
}

/** Somebody counted. The interface has no event for it, so nobody is told. */
export function correctStock(warehouse: Warehouse, { sku, stock }: z.infer<typeof correction>): Product {
  requireKnownSku(warehouse, { sku, field: "sku" });
  const product = findProduct(warehouse, sku);
  product.stock = stock;
  warehouse.changed();
  return product;
}

export function moveInbound(
  warehouse: Warehouse,
  { ref, status }: z.infer<typeof floorMove> & { ref: string },
): Inbound {
  const inbound = findInbound(warehouse, ref);
  if (!mayMove(inbound.status, status))
    throw new ApiError("transition-not-possible", {
      message: `Inbound ${ref} is ${inbound.status} and cannot become ${status}.`,
      field: "status",
    });
  setStatus(warehouse, inbound, status);
  return inbound;
}

function setStatus(warehouse: Warehouse, inbound: Inbound, status: Inbound["status"]): void {
  const moved = inbound.status !== status;
  inbound.status = status;
  touch(warehouse, inbound);
  if (moved) warehouse.announce("inbound-status", inbound.ref);
}

function sumBySku(lines: { sku: string; quantity: number }[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { sku, quantity } of lines) sums.set(sku, (sums.get(sku) ?? 0) + quantity);
  return sums;
}

/** 32 hexadecimal digits, as in the interface's example payload. */
function opaqueId(): string {
  return randomBytes(16).toString("hex");
}
