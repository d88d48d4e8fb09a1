import type { z } from "zod";
import { ApiError } from "./api-error.ts";
import { newInbound } from "./bodies.ts";
import type { arrival } from "./control-bodies.ts";
import { statusAfterReceipt } from "./inbound-status.ts";
import { addLine, emptyInbound, findInbound, requireKnownSku } from "./inbounds.ts";
import { setStatus } from "./move-inbound.ts";
import { findProduct } from "./product-routes.ts";
import { isStock, receiptSubject } from "./receipts.ts";
import { nextSerial, type Inbound, type Receipt } from "./state.ts";
import { sumBySku } from "./sum-by-sku.ts";
import { today, type Warehouse } from "./warehouse.ts";

type Arrival = z.infer<typeof arrival>;

/**
 * Books a receipt, which every inbound that its lines name shows whole. Every unit counts as received. Good ones become stock,
 * and defective ones where the warehouse counts them (`defectiveStock`). More than announced, and products that no line announces,
 * are taken in as they come. Units without an inbound get one of the warehouse's own making.
 */
export function receiveUnits(warehouse: Warehouse, { inboundRef, lines }: Arrival) {
  lines.forEach(({ sku }, index) => requireKnownSku(warehouse, { sku, field: `lines[${index}].sku` }));
  // Refused before anything changes: an inbound of the warehouse's own making is a change.
  const parts = [...Map.groupBy(lines, (line) => line.inboundRef ?? inboundRef)]
    .map(([ref, arrived]) => ({
      found: ref === undefined ? undefined : findReceivable(warehouse, ref),
      arrived,
    }))
    .map(({ found, arrived }) => ({ inbound: found ?? unannounced(warehouse, arrived), arrived }));
  const receipt: Receipt = {
    receiptDate: today(warehouse),
    vendorShipmentNo: `VS-${nextSerial(warehouse.state)}`,
    lines: parts.flatMap(({ inbound, arrived }) => arrived.flatMap((one) => putAway(inbound, one))),
  };
  for (const { sku, quantity, defective } of lines)
    if (isStock({ defective }, warehouse)) findProduct(warehouse, sku).stock += quantity;
  for (const { inbound } of parts) {
    inbound.receipts.push(receipt);
    const subject = receiptSubject(receipt, inbound.ref);
    warehouse.announce("receipt-received", subject);
    setStatus(warehouse, { inbound, status: statusAfterReceipt(inbound), subject });
  }
  return { inbounds: parts.map(({ inbound }) => inbound), receipt };
}

function findReceivable(warehouse: Warehouse, ref: string): Inbound {
  const inbound = findInbound(warehouse, ref);
  if (inbound.status === "cancelled")
    throw new ApiError("inbound-cancelled", {
      message: `Inbound ${ref} is cancelled. Receive these units without an inbound.`,
    });
  if (inbound.ended)
    throw new ApiError("inbound-ended", {
      message: `Inbound ${ref} is ended: nothing more arrives for it. Receive these units without an inbound.`,
    });
  return inbound;
}

/** Fills the lines of this SKU in their order; what is over falls to the last of them, or to none. */
function putAway(
  inbound: Inbound,
  { sku, quantity, defective, shown, leftOut }: Arrival["lines"][number],
): Receipt["lines"] {
  const announced = inbound.lines.filter((line) => line.sku === sku);
  const booked: Receipt["lines"] = [];
  let left = quantity;
  const book = (inboundLineRef: string, units: number) => {
    if (units <= 0) return;
    const line = { quantity: units, defective, sku, inboundRef: inbound.ref, inboundLineRef };
    booked.push({ ...line, ...(shown && { shown }), ...(leftOut && { leftOut }) });
    left -= units;
  };
  if (announced.length === 0) book("", left);
  announced.forEach((line, index) => {
    const last = index === announced.length - 1;
    const units = last ? left : Math.min(left, Math.max(0, line.quantity - line.quantityReceived));
    book(line.ref, units);
    line.quantityReceived += units;
  });
  return booked;
}

/** A purchase that nobody announced, expected today in just the quantities that arrived. */
function unannounced(warehouse: Warehouse, arrived: Arrival["lines"]): Inbound {
  const ref = `WH-${nextSerial(warehouse.state)}`;
  const expectedReceiveDate = today(warehouse);
  const inbound = emptyInbound(
    warehouse,
    newInbound.parse({ ref, type: "purchase", expectedReceiveDate, lines: [] }),
  );
  [...sumBySku(arrived)].forEach(([sku, quantity], index) =>
    addLine(warehouse, { inbound, line: { ref: `${ref}-${index + 1}`, sku, quantity } }),
  );
  warehouse.state.inbounds.set(ref, inbound);
  return inbound;
}
