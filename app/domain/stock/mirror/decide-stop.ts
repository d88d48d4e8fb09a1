import { figureOf } from "./decide-stock.ts";
import type { Look } from "./stock-looks.ts";
import type { StockSettings } from "../settings/stock-settings.ts";

/** Fewer than so many going to 0 in a day is ordinary, also in a small store, unless it is the whole store. */
const FEW = 10;
/** A store of fewer variants is not asked: all of them sell out together. */
const SMALLEST = 3;

/** Whether writing what was found would take a variant from something to 0, to which the merchant has not agreed. */
export function wouldEmpty(
  { look, zeroAllowed }: { look: Pick<Look, "verdict" | "target" | "figures">; zeroAllowed: boolean },
  { mode }: Pick<StockSettings, "mode">,
): boolean {
  if (zeroAllowed || look.verdict !== "write" || look.target === null || look.target > 0) return false;
  return look.figures !== null && figureOf(look.figures, mode) > 0;
}

/** Whether so many of the `mapped` variants may go to 0 in a day whatever the merchant's share is. */
export const isFew = (emptied: number, mapped: number): boolean =>
  emptied < Math.min(FEW, Math.max(SMALLEST, mapped));

/** Whether so many variants are more than the merchant's share of those that are `mapped`. */
export function isBeyondShare(
  emptied: number,
  { mapped, stopBeyond }: { mapped: number } & Pick<StockSettings, "stopBeyond">,
): boolean {
  // In whole numbers: 29 of 100 are 29 %, and not a little more.
  return emptied * 100 > mapped * stopBeyond;
}
