import { ALL_SOLD, FILLING } from "../goods.ts";
import type { Evidence, LedgerRow } from "./evidence.ts";

/** More units than a story ever brings to a variant. */
const NEVER_THERE = 100;
/** Processes whose clocks differ may count a jump of almost a day ago or not, in milliseconds. */
const WINDOW_MS = 23 * 60 * 60 * 1000;

/**
 * Until the merchant has confirmed any, no more variants were written in a day that fell to a tenth or less, or rose to units that
 * nobody ever brought, than may jump unasked: fewer than ten or fewer than most, or a tenth of all.
 */
export function judgeJumps({ side, variants, ledger }: Evidence): string[] {
  const isLarge = variants.some(({ sku }) => FILLING.skus.includes(sku));
  const mapped = isLarge ? variants.length : ALL_SOLD.length;
  const allowed = Math.max(Math.min(9, Math.floor(mapped / 2)), Math.floor(mapped / 10));
  const jumps = ledger.filter(
    (row) =>
      row.outcome === "written" &&
      isJump(row) &&
      (side.confirmedAfter === null || BigInt(row.id) <= side.confirmedAfter),
  );
  const most = Math.max(0, ...jumps.map((last) => countBefore(jumps, last)));
  return most <= allowed ? [] : [`${most} of ${mapped} variants jumped within a day, and nobody was asked`];
}

const isJump = ({ shopFigure, target }: LedgerRow) =>
  target > shopFigure ? target >= NEVER_THERE : shopFigure > 0 && target * 10 <= shopFigure;

/** Variants that jumped in the day before, and at, this jump. */
function countBefore(jumps: readonly LedgerRow[], { intendedAt: last }: LedgerRow): number {
  const those = jumps.filter(
    ({ intendedAt }) => intendedAt <= last && last.getTime() - intendedAt.getTime() < WINDOW_MS,
  );
  return new Set(those.map(({ variantId }) => variantId)).size;
}
