import { ApiError } from "./api-error.ts";
import type { NewInbound, NewLine } from "./bodies.ts";
import type { Include } from "./list-query.ts";
import { showReceipt } from "./receipts.ts";
import { nextSerial, type Inbound, type Line } from "./state.ts";
import type { Warehouse } from "./warehouse.ts";

export function findInbound(warehouse: Warehouse, ref: string): Inbound {
  const inbound = warehouse.state.inbounds.get(ref);
  if (!inbound) throw new ApiError("inbound-not-found", { message: `There is no inbound with ref ${ref}.` });
  return inbound;
}

/** Once the floor has touched an inbound, its paper and its goods must keep telling the same story. */
export function findNewInbound(warehouse: Warehouse, ref: string): Inbound {
  const inbound = findInbound(warehouse, ref);
  if (inbound.status !== "new")
    throw new ApiError("inbound-not-new", {
      message: `Inbound ${ref} is ${inbound.status}. It can be changed and deleted only while it is new.`,
    });
  return inbound;
}

export function findLine(inbound: Inbound, lineRef: string): Line {
  const line = inbound.lines.find(({ ref }) => ref === lineRef);
  if (!line)
    throw new ApiError("line-not-found", {
      message: `Inbound ${inbound.ref} has no line with ref ${lineRef}.`,
    });
  return line;
}

/** One that nothing has arrived for, not kept yet, without the lines it is announced with. */
export function emptyInbound(warehouse: Warehouse, { lines: _lines, ...head }: NewInbound): Inbound {
  const now = warehouse.now();
  return {
    ...head,
    status: "new",
    ended: false,
    labelReadyAt: now,
    lines: [],
    receipts: [],
    changedAt: now,
  };
}

/** `at` is where the line stands in the request's body, e.g. `lines[0].`. */
export function addLine(
  warehouse: Warehouse,
  { inbound, line, at = "" }: { inbound: Inbound; line: NewLine; at?: string },
): Line {
  requireKnownSku(warehouse, { sku: line.sku, field: `${at}sku` });
  const ref = warehouse.behaviours.rewriteLineRefs ? `LN-${nextSerial(warehouse.state)}` : line.ref;
  if (inbound.lines.some((other) => other.ref === ref))
    throw new ApiError("duplicate-line-ref", {
      message: `Inbound ${inbound.ref} has a line with ref ${ref} already. Update it, or choose another ref.`,
      field: `${at}ref`,
    });
  const added = { ref, sku: line.sku, quantity: line.quantity, quantityReceived: 0 };
  inbound.lines.push(added);
  return added;
}

export function requireKnownSku(warehouse: Warehouse, { sku, field }: { sku: string; field: string }): void {
  if (!warehouse.state.products.has(sku))
    throw new ApiError("unknown-sku", {
      message: `The catalogue holds no product with sku ${sku}. Create the product first.`,
      field,
    });
}

/** Call after every change of an inbound or its lines. */
export function touch(warehouse: Warehouse, inbound: Inbound): void {
  inbound.changedAt = warehouse.now();
  warehouse.changed();
}

/** The inbound as the interface shows it. What is not included is absent. */
export function showInbound(inbound: Inbound, include: Include) {
  const { changedAt: _changed, ended: _ended, labelReadyAt: _ready, lines, receipts, ...head } = inbound;
  return {
    ...head,
    ...(include.lines && { lines }),
    ...(include.receipts && { receipts: receipts.map(showReceipt) }),
  };
}
