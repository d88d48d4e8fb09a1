import { figureOf, QUANTITY_MAX } from "./decide-stock.ts";
import type { Look } from "./stock-looks.ts";
import type { StockSettings } from "../settings/stock-settings.ts";

/** Fewer jumps than so many in a day are ordinary, also in a small store, unless most of its variants jump. */
const FEW = 10;
/** Fewer than so many are never asked about: they sell out together. */
const SMALLEST = 3;
/** A quantity that falls to so small a part is almost nothing: a warehouse that counts boxes or forgets most of its stock. */
const FALL_FACTOR = 10;
/**
 * Without a receipt hardly any stock rises to so much: less than the usual boxes of 6, 10, 12 and 24, which a warehouse may count
 * as units, and more than a correction of a count.
 */
const RISE_FACTOR = 4;
/** In units: fewer more is a correction, however little there was. */
const RISE_UNITS = 10;

/** For so long jumps are counted together, and judged against the same stock, in milliseconds: a store is emptied in small steps, too. */
export const JUMPS_COUNT_MS = 24 * 60 * 60 * 1000;

/** The warehouse stock of a variant against which a jump is judged, in units of the variant. */
export interface UsualStock {
  stock: number;
  /** Since when it is compared with; `null` when the merchant has confirmed it. */
  since: Date | null;
}

/** A quantity that is to be written, in units of the variant. */
export interface QuantityChange {
  /** In the store now. */
  shown: number;
  target: number;
  /** In the warehouse; `null` when it does not know the SKU. */
  warehouseStock: number | null;
  usual: UsualStock | null;
}

/**
 * Whether a change is a jump to ask about. Down: the store's quantity would fall to a tenth or less, for any reason, because a
 * store that shows almost nothing is closed. Up: the warehouse's stock is four times the usual or more, and no receipt explains
 * it. A store that shows less than it should, as before it goes live, rises without a jump.
 */
export function isJump({ shown, target, warehouseStock, usual }: QuantityChange): boolean {
  const stock = warehouseStock ?? 0;
  if (target > shown) return usual !== null && isRise(usual.stock, stock) && target - shown >= RISE_UNITS;
  const isConfirmed = usual?.since === null && !isFall(usual.stock, stock);
  return isFall(shown, target) && !isConfirmed;
}

/** The same of what a look has found; only a difference that is to be written can be one. */
export function findsJump(
  {
    look,
    usual,
  }: { look: Pick<Look, "verdict" | "target" | "figures" | "warehouseStock">; usual: UsualStock | null },
  { mode }: Pick<StockSettings, "mode">,
): boolean {
  const { verdict, target, figures, warehouseStock } = look;
  if (verdict !== "write" || target === null || figures === null) return false;
  return isJump({ shown: figureOf(figures, mode), target, warehouseStock, usual });
}

const isFall = (from: number, to: number): boolean => from > 0 && to * FALL_FACTOR <= from;
const isRise = (from: number, to: number): boolean => to - from >= RISE_UNITS && to >= from * RISE_FACTOR;

/**
 * The usual stock from a look on. It is what was in sync before the first change of a day, and rises with what inbounds bring. The
 * first change after 24 hours begins another day, so a rise on both sides of that moment is judged as two. What the merchant has
 * confirmed counts until the variant is in sync with another stock.
 * @param usual before the look, with the `look` before
 * @param now the warehouse's `stock` at `at`, and the units that inbounds have `brought` since the look before, in units of the
 * variant; a `stock` of `undefined` could not be read
 */
export function usualAfter(
  { usual, look }: { usual: UsualStock | null; look: Pick<Look, "verdict" | "warehouseStock"> | null },
  { stock, brought, at }: { stock: number | undefined; brought: number; at: Date },
): UsualStock | null {
  const kept = usual && { ...usual, stock: withinBounds(usual.stock + brought) };
  if (look?.verdict !== "equal") return kept;
  const before = look.warehouseStock ?? 0;
  const inSync = { stock: withinBounds(before + brought), since: at };
  if (!kept) return inSync;
  if (kept.since === null) return inSync.stock === kept.stock ? kept : inSync;
  const isOver = at.getTime() - kept.since.getTime() >= JUMPS_COUNT_MS;
  return isOver && stock !== undefined && stock !== before ? inSync : kept;
}

const withinBounds = (stock: number) => Math.min(Math.max(0, stock), QUANTITY_MAX);

export const isSameUsual = (one: UsualStock | null, other: UsualStock | null): boolean =>
  one?.stock === other?.stock && one?.since?.getTime() === other?.since?.getTime();

/** Whether so many of the `mapped` variants may jump in a day, however small the merchant's share is. */
export const isFew = (jumps: number, mapped: number): boolean =>
  jumps < Math.min(FEW, Math.max(SMALLEST, Math.floor(mapped / 2) + 1));

/** Whether so many variants are more than the merchant's share of those that are `mapped`. */
export function isBeyondShare(
  jumps: number,
  { mapped, stopBeyond }: { mapped: number } & Pick<StockSettings, "stopBeyond">,
): boolean {
  // In whole numbers: 29 of 100 are 29 %, and not a little more.
  return jumps * 100 > mapped * stopBeyond;
}
