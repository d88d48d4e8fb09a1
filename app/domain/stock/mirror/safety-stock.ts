import type { Sku } from "../../ids.ts";
import { bufferAt } from "../settings/decide-rules.ts";
import type { StockSettings } from "../settings/stock-settings.ts";
import type { Mapped } from "./load-mapped.ts";

/** The units of each of these variants' SKUs that the merchant keeps unsold at `now`. */
export function safetyStockOf(
  mapped: readonly Pick<Mapped, "components">[],
  { settings, now }: { settings: StockSettings; now: Date },
): (sku: Sku) => number {
  const own = new Map(
    mapped.flatMap(({ components }) => components.map(({ sku, buffer }) => [sku, buffer] as const)),
  );
  return (sku) => bufferAt(settings, { own: own.get(sku) ?? null, now });
}
