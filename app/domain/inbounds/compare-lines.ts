import type { Line } from "../../fulfilment/answers.ts";
import type { InboundRef, Sku } from "../ids.ts";

/** Each SKU has one line. The warehouse may call it otherwise; then its own word counts. */
export function refOfLine(ref: InboundRef, sku: Sku): string {
  return `${ref}-${sku}`;
}

export interface LineChanges {
  add: { sku: Sku; quantity: number }[];
  /** By the warehouse's own references. */
  change: { ref: string; sku: Sku; quantity: number }[];
  remove: { ref: string; sku: Sku }[];
}

/** What has to be done to an inbound's lines for it to announce what is wanted. */
export function compareLines(wanted: ReadonlyMap<Sku, number>, lines: readonly Line[]): LineChanges {
  const changes: LineChanges = { add: [], change: [], remove: [] };
  const seen = new Set<Sku>();
  for (const line of lines) {
    const sku = line.sku as Sku;
    const quantity = wanted.get(sku);
    // A second line of an SKU is one too many: an addition that was thought lost.
    if (quantity === undefined || seen.has(sku)) changes.remove.push({ ref: line.ref, sku });
    else if (line.quantity !== quantity) changes.change.push({ ref: line.ref, sku, quantity });
    seen.add(sku);
  }
  for (const [sku, quantity] of wanted) if (!seen.has(sku)) changes.add.push({ sku, quantity });
  return changes;
}

export function isSame({ add, change, remove }: LineChanges): boolean {
  return add.length + change.length + remove.length === 0;
}
