/** More is kept back of nothing. */
export const MOST_KEPT = 1_000_000;

/** Pieces to keep back, as typed; `undefined` when that is no such number. */
export function readBuffer(typed: string): number | undefined {
  const pieces = /^\s*\d{1,7}\s*$/.test(typed) ? Number(typed) : Infinity;
  return pieces <= MOST_KEPT ? pieces : undefined;
}
