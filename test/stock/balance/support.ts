import type { Sku, VariantId } from "../../../app/domain/ids.ts";
import {
  firstBalance,
  type SkuBalance,
  type StockState,
  type StoreQuantities,
} from "../../../app/domain/stock/balance/balance.ts";
import { NO_LOTS, type Lot } from "../../../app/domain/stock/balance/lots.ts";

export const A = "A" as Sku;
export const B = "B" as Sku;
export const SINGLE = "single" as VariantId;
export const KIT = "kit" as VariantId;
export const SINGLE_OF_A = [{ sku: A, units: 1 }];
export const KIT_OF_A_AND_B = [
  { sku: A, units: 1 },
  { sku: B, units: 1 },
];

export const lot = (units: number, at = 0): Lot => ({ units, at });

export function balance(changes: Partial<SkuBalance> = {}): SkuBalance {
  return { ...firstBalance({ stock: 10, received: 0 }), ...changes };
}

export function quantities({
  onHand = 10,
  committed = 0,
  unavailable = 0,
}: { onHand?: number; committed?: number; unavailable?: number } = {}): StoreQuantities {
  return { onHand, committed, available: onHand - committed - unavailable };
}

/** A state of SKU A and the variant that is one unit of it. */
export function state(
  {
    of = {},
    shown = quantities(),
    fulfilled,
    unconfirmed = NO_LOTS,
  }: {
    of?: Partial<SkuBalance>;
    shown?: StoreQuantities;
    fulfilled?: number;
    unconfirmed?: readonly Lot[];
  } = {},
  mode: StockState["mode"] = "on_hand",
): StockState {
  return {
    mode,
    balances: new Map([[A, balance(of)]]),
    variants: new Map([[SINGLE, { quantities: shown, fulfilled, unconfirmed }]]),
  };
}
