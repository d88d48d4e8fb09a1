import type { Line } from "../../fulfilment/answers.ts";
import type { Sku } from "../ids.ts";
import type { ReturnLine } from "./return-lines.ts";

/** Pieces to announce, by SKU: kits are taken apart, and lines of one SKU are one. */
export function wantedLines(lines: readonly ReturnLine[]): Map<Sku, number> {
  const wanted = new Map<Sku, number>();
  for (const { goods, quantity, components } of lines) {
    if (goods !== "mapped") continue;
    for (const part of components) {
      const sku = part.sku as Sku;
      wanted.set(sku, (wanted.get(sku) ?? 0) + quantity * part.quantity);
    }
  }
  for (const [sku, pieces] of wanted) if (pieces === 0) wanted.delete(sku);
  return wanted;
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
