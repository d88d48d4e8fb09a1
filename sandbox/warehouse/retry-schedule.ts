/** Limits of the interface. */
const MOST_ATTEMPTS = 185;
const RETRY_PERIOD_MS = 24 * 60 * 60 * 1000;

/** How long a receiver may take; the interface does not show it. */
export const ANSWER_WITHIN_MS = 5_000;

/** The longest gap with which all attempts, each waiting its full time for an answer, still fit into the period. */
const LONGEST_GAP_MS = RETRY_PERIOD_MS / (MOST_ATTEMPTS - 1) - ANSWER_WITHIN_MS;

/**
 * When to try again after the latest of `attempts` failed at `now`; null when the event is to be dropped. The gap
 * doubles from `baseMs` on. `random` (0 to 1) takes up to half of it away, so that failures of one moment do not all
 * return in one moment, and yet no gap is shorter than the one before it until the longest is reached.
 */
export function nextAttemptAt(
  delivery: { createdAt: number; attempts: number },
  { now, baseMs, random }: { now: number; baseMs: number; random: number },
): number | null {
  if (delivery.attempts >= MOST_ATTEMPTS) return null;
  const gap = Math.min(baseMs * 2 ** (delivery.attempts - 1), LONGEST_GAP_MS);
  const next = now + Math.round(gap * (1 - random / 2));
  return next > delivery.createdAt + RETRY_PERIOD_MS ? null : next;
}
