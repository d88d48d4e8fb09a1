import { ApiError } from "./api-error.ts";
import { opaqueIdOf, type Subject } from "./events.ts";
import type { Inbound, Receipt, ReceiptLine } from "./state.ts";
import type { Warehouse } from "./warehouse.ts";

/** Newest first. A receipt that several inbounds show is listed once. */
export function listReceipts(warehouse: Warehouse): Receipt[] {
  const receipts = new Set([...warehouse.state.inbounds.values()].flatMap((inbound) => inbound.receipts));
  const serial = ({ vendorShipmentNo }: Receipt) => Number(vendorShipmentNo.replace(/\D/g, ""));
  return [...receipts].sort((a, b) => serial(b) - serial(a));
}

/** The receipt and the inbounds that show it. */
export function findReceipt(
  warehouse: Warehouse,
  vendorShipmentNo: string,
): { receipt: Receipt; inbounds: Inbound[] } {
  const numbered = (receipt: Receipt) => receipt.vendorShipmentNo === vendorShipmentNo;
  const inbounds = [...warehouse.state.inbounds.values()].filter(({ receipts }) => receipts.some(numbered));
  const receipt = inbounds[0]?.receipts.find(numbered);
  if (!receipt)
    throw new ApiError("receipt-not-found", { message: `There is no receipt ${vendorShipmentNo}.` });
  return { receipt, inbounds };
}

/** Lines count from 0. */
export function findReceiptLine({ vendorShipmentNo, lines }: Receipt, index: number): ReceiptLine {
  const line = lines[index];
  if (!line)
    throw new ApiError("line-not-found", { message: `Receipt ${vendorShipmentNo} has no line ${index}.` });
  return line;
}

/** What an event of this receipt concerns, for one of its inbounds. */
export function receiptSubject({ vendorShipmentNo }: Receipt, inbound: string): Subject {
  return { inbound, receipt: opaqueIdOf(`receipt ${vendorShipmentNo}`), shipment: vendorShipmentNo };
}

/** Whether a product's stock counts the units of a receipt line. */
export function isStock({ defective }: Pick<ReceiptLine, "defective">, { behaviours }: Warehouse): boolean {
  return !defective || behaviours.defectiveStock === "counted";
}

/** The receipt as the interface shows it, with its odd values. */
export function showReceipt({ lines, ...head }: Receipt) {
  return { ...head, lines: lines.map(showLine) };
}

function showLine({ shown = {}, leftOut = [], ...line }: ReceiptLine): Record<string, unknown> {
  const fields = Object.entries({ ...line, ...shown });
  return Object.fromEntries(fields.filter(([name]) => !leftOut.some((left) => left === name)));
}
