import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import type { receiptCorrection } from "./control-bodies.ts";
import { touch } from "./inbounds.ts";
import { findProduct } from "./product-routes.ts";
import { findReceipt, findReceiptLine, isStock, receiptSubject } from "./receipts.ts";
import { nextSerial, type Inbound, type Receipt, type ReceiptLine } from "./state.ts";
import { today, type Warehouse } from "./warehouse.ts";

type Correction = z.infer<typeof receiptCorrection> & { vendorShipmentNo: string };

/**
 * Units that a receipt says have arrived did not, or are defective. The stock and, for units that did not arrive, the
 * inbound's line follow; the inbound's status does not. Returns the receipt that says so.
 */
export function correctReceipt(
  warehouse: Warehouse,
  { vendorShipmentNo, line: index, quantity, becomes, ...choices }: Correction,
): Receipt {
  const { as = warehouse.behaviours.corrections, event = warehouse.behaviours.correctionEvents } = choices;
  const { receipt, inbounds } = findReceipt(warehouse, vendorShipmentNo);
  const line = findReceiptLine(receipt, index);
  const { sku, inboundRef, inboundLineRef } = line;
  requireUnits(inbounds, { line, quantity });
  if (becomes === "defective" && line.defective)
    throw new ApiError("transition-not-possible", { message: "These units are defective already." });
  const staysStock = becomes === "defective" && isStock({ defective: true }, warehouse);
  if (isStock(line, warehouse) && !staysStock) takeFromStock(warehouse, { sku, quantity });
  if (becomes === "gone") {
    const announced = warehouse.state.inbounds
      .get(inboundRef)
      ?.lines.find(({ ref }) => ref === inboundLineRef);
    if (announced) announced.quantityReceived -= quantity;
  }

  const defective = becomes === "defective" ? [{ ...plain(line), defective: true, quantity }] : [];
  const further = [{ ...plain(line), quantity: -quantity }, ...defective];
  let corrected = receipt;
  if (as === "further-receipt") {
    const number = `VS-${nextSerial(warehouse.state)}`;
    corrected = { receiptDate: today(warehouse), vendorShipmentNo: number, lines: further };
    const shownOn = inbounds.filter(({ ref }) => ref === inboundRef);
    (shownOn.length > 0 ? shownOn : inbounds).forEach(({ receipts }) => receipts.push(corrected));
  } else if (as === "further-line") receipt.lines.push(...further);
  else if (becomes === "defective" && line.quantity === quantity) line.defective = true;
  else {
    line.quantity -= quantity;
    receipt.lines.push(...defective);
  }
  inbounds.forEach((inbound) => touch(warehouse, inbound));
  if (event) warehouse.announce("receipt-received", receiptSubject(corrected, inboundRef));
  return corrected;
}

/** Counts what earlier corrections took back, wherever they were written. */
function requireUnits(
  inbounds: Inbound[],
  { line, quantity }: { line: ReceiptLine; quantity: number },
): void {
  const same = (other: ReceiptLine) =>
    other.sku === line.sku &&
    other.defective === line.defective &&
    other.inboundRef === line.inboundRef &&
    other.inboundLineRef === line.inboundLineRef;
  const lines = [...new Set(inbounds.flatMap(({ receipts }) => receipts))].flatMap((one) => one.lines);
  const left = lines.filter(same).reduce((sum, one) => sum + one.quantity, 0);
  const most = Math.max(0, Math.min(line.quantity, left));
  if (quantity > most)
    throw new ApiError("invalid-field", {
      message: `quantity must be at most ${most}, what is left of this line.`,
      field: "quantity",
    });
}

function takeFromStock(warehouse: Warehouse, { sku, quantity }: { sku: string; quantity: number }): void {
  const product = findProduct(warehouse, sku);
  if (product.stock < quantity)
    throw new ApiError("insufficient-stock", {
      message: `${quantity} units of ${sku} cannot be taken back: ${product.stock} are in the warehouse.`,
    });
  product.stock -= quantity;
}

/** A line without its odd values. */
function plain({ shown: _shown, leftOut: _leftOut, ...line }: ReceiptLine): ReceiptLine {
  return line;
}
