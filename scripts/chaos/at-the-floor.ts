import { setTimeout as sleep } from "node:timers/promises";
import type { ReceiptLine, Side } from "./side.ts";

/*
 * What people at the warehouse do with the inbound of a return; false where there is nothing to do it with. What nobody can do as
 * things are is refused, as a person would be.
 */

/** How long people at the warehouse wait for an inbound, and how often they look, in milliseconds. */
const [PATIENCE_MS, LOOK_EVERY_MS] = [2_000, 30];

export interface FloorInbound {
  ref: string;
  supplierRef: string;
  lines: { sku: string }[];
  receipts: { vendorShipmentNo: string; lines: ReceiptLine[] }[];
}

/** The inbound of a return; undefined while, or once, there is none. */
export async function findInbound(side: Side, returnId: string): Promise<FloorInbound | undefined> {
  const name = await nameOf(side, returnId);
  const inbounds = await side.atWarehouse<FloorInbound[]>("inbounds");
  return inbounds.find(({ supplierRef }) => supplierRef === name);
}

/** Waits until it is there, and gives up after a while. */
export async function awaitInbound(side: Side, returnId: string): Promise<boolean> {
  const until = Date.now() + PATIENCE_MS;
  while (!(await findInbound(side, returnId))) {
    if (Date.now() > until) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}

export async function endInbound(side: Side, returnId: string): Promise<boolean> {
  const inbound = await findInbound(side, returnId);
  if (inbound) await side.atWarehouse(`inbounds/${inbound.ref}/end`, {});
  return inbound !== undefined;
}

export async function deleteInbound(side: Side, returnId: string): Promise<boolean> {
  const inbound = await findInbound(side, returnId);
  if (!inbound) return false;
  await side.atWarehouse(`inbounds/${inbound.ref}/delete`, {});
  side.deleted.push({ name: inbound.supplierRef, lines: ownLines(inbound) });
  return true;
}

/** One parcel with a unit of each SKU that either return announces. */
export async function receiveShared(side: Side, returnIds: readonly [string, string]): Promise<boolean> {
  const found = await Promise.all(returnIds.map((returnId) => findInbound(side, returnId)));
  const inbounds = found.filter((one) => one !== undefined);
  if (inbounds.length < returnIds.length) return false;
  const lines = inbounds.flatMap(({ ref, lines }) =>
    lines.map(({ sku }) => ({ sku, quantity: 1, inboundRef: ref })),
  );
  await side.atWarehouse("receive", { lines });
  return true;
}

/** A unit that the latest receipt says has come in good. */
export async function correctReceipt(
  side: Side,
  { returnId, becomes }: { returnId: string; becomes: "gone" | "defective" },
): Promise<boolean> {
  const inbound = await findInbound(side, returnId);
  const receipt = inbound?.receipts.at(-1);
  const line = receipt?.lines.findIndex(
    ({ defective, quantity, inboundRef }) => !defective && quantity > 0 && inboundRef === inbound?.ref,
  );
  if (!inbound || !receipt || line === undefined || line < 0) return false;
  await side.atWarehouse(`receipts/${receipt.vendorShipmentNo}/correct`, { line, quantity: 1, becomes });
  side.corrected.push({ name: inbound.supplierRef, sku: receipt.lines[line]!.sku, becomes });
  return true;
}

/** Lines of its receipts that name it: a receipt can be of several inbounds. */
export function ownLines({
  ref,
  receipts,
}: {
  ref: string;
  receipts: readonly { lines: readonly ReceiptLine[] }[];
}): ReceiptLine[] {
  return receipts.flatMap(({ lines }) => lines).filter(({ inboundRef }) => inboundRef === ref);
}

async function nameOf({ atShop }: Side, returnId: string): Promise<string> {
  const { name } = await atShop<{ name: string }>(`returns/${encodeURIComponent(returnId)}`);
  return name;
}
