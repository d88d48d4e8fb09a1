import type { Sku } from "../../ids.ts";
import type { ReturnLine } from "../return-lines.ts";

/** Units to announce, by SKU: kits are taken apart, and lines of one SKU are one. */
export function wantedLines(lines: readonly ReturnLine[]): Map<Sku, number> {
  const wanted = new Map<Sku, number>();
  for (const { goods, isSent, quantity, components } of lines) {
    if (goods !== "mapped" || !isSent) continue;
    for (const part of components) {
      const sku = part.sku as Sku;
      wanted.set(sku, (wanted.get(sku) ?? 0) + quantity * part.quantity);
    }
  }
  for (const [sku, pieces] of wanted) if (pieces === 0) wanted.delete(sku);
  return wanted;
}
