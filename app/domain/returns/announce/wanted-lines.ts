import type { Sku } from "../../ids.ts";
import { askedOf, type ReturnLine } from "../return-lines.ts";

/**
 * Units to announce, by SKU: kits are taken apart, and lines of one SKU are one. What somebody had settled, and what earlier inbounds
 * of the return have brought, is not asked for.
 */
export function wantedLines(
  lines: readonly ReturnLine[],
  earlier: ReadonlyMap<Sku, number> = new Map(),
): Map<Sku, number> {
  const wanted = new Map<Sku, number>();
  for (const line of lines) {
    if (line.goods !== "mapped" || !line.isSent) continue;
    for (const part of line.components) {
      const sku = part.sku as Sku;
      wanted.set(sku, (wanted.get(sku) ?? 0) + askedOf(line) * part.quantity);
    }
  }
  for (const [sku, pieces] of wanted) {
    const rest = pieces - (earlier.get(sku) ?? 0);
    if (rest > 0) wanted.set(sku, rest);
    else wanted.delete(sku);
  }
  return wanted;
}
