/** After an event that names no SKU a large shop is compared whole this much later, in milliseconds, once for all that came. */
const LATER_MS = 30_000;
/**
 * Where such events keep coming, comparisons that follow from them end at least so far apart, as far as the readings of
 * changed inbounds. A comparison of 10,000 SKUs takes a hundred calls at the warehouse, and what leaves it was mostly ordered
 * before and is looked at right after the event; goods that were sold elsewhere wait for it.
 */
const APART_MS = 5 * 60_000;

/**
 * In how many milliseconds a large shop is compared whole, now that an event has come that cannot say what moved.
 * `lastAt` is when the last such comparison ended, if there was one.
 */
export function wholeInMs({ now, lastAt }: { now: Date; lastAt: Date | null }): number {
  const rest = lastAt ? lastAt.getTime() + APART_MS - now.getTime() : 0;
  return Math.max(LATER_MS, rest);
}
