/** Limits of the interface. */
const MOST_ATTEMPTS = 185;
const RETRY_PERIOD_MS = 24 * 60 * 60 * 1000;

/** How long a receiver may take; the interface does not show it. */
export const ANSWER_WITHIN_MS = 5_000;

const GAPS = MOST_ATTEMPTS - 1;
/** What is left of the period for the gaps when every attempt, the last one too, waits its full time for an answer. */
const ALL_GAPS_MS = RETRY_PERIOD_MS - MOST_ATTEMPTS * ANSWER_WITHIN_MS;

/** When to try again after the latest of `attempts` failed at `now`; null when the event is to be dropped. */
export type RetrySchedule = (
  delivery: { createdAt: number; attempts: number },
  options: { now: number; random: number },
) => number | null;

/**
 * Exponential over all attempts: the first gap is `baseMs`, each one after it longer by the same factor, and the last
 * attempt comes as the period ends. A first gap that leaves no room for growing is shortened until equal gaps fit.
 *
 * `random` (0 to 1) takes away from a gap what it has more than the one before, so that failures of one moment do not
 * all return in one moment and yet no gap is shorter than its predecessor.
 */
export function retrySchedule(baseMs: number): RetrySchedule {
  const first = Math.min(baseMs, ALL_GAPS_MS / GAPS);
  const growth = growthFor(first);
  return ({ createdAt, attempts }, { now, random }) => {
    if (attempts >= MOST_ATTEMPTS) return null;
    const gap = first * growth ** (attempts - 1);
    const next = now + Math.max(1, Math.floor(gap - random * (gap - gap / growth)));
    return next > createdAt + RETRY_PERIOD_MS ? null : next;
  };
}

/** The factor with which gaps that begin with `first` fill `ALL_GAPS_MS`, found by halving; never a little too large. */
function growthFor(first: number): number {
  // Doubling fills the period within 30 gaps even from a millisecond; 50 halvings are as exact as numbers get.
  let [fits, tooLarge] = [1, 2];
  for (let halvings = 0; halvings < 50; halvings++) {
    const middle = (fits + tooLarge) / 2;
    if (sumOfGaps(first, middle) <= ALL_GAPS_MS) fits = middle;
    else tooLarge = middle;
  }
  return fits;
}

function sumOfGaps(first: number, growth: number): number {
  return growth === 1 ? first * GAPS : (first * (growth ** GAPS - 1)) / (growth - 1);
}
