import type { FulfilmentError } from "./errors.ts";

/** Attempts at one request, the first included. */
const MOST_ATTEMPTS = 3;
/** Attempts at one that gets no answer in time: others wait for it. */
const MOST_TIMED_OUT = 2;
/** The wait before the second attempt, in milliseconds; it grows fourfold from there. */
const FIRST_WAIT_MS = 250;
/** A warehouse that asks for more patience than this is left to the job queue. */
export const LONGEST_WAIT_MS = 15_000;

/**
 * Whether and when to try again after `attempt` (1 is the first) failed, for requests that may be repeated. The wait
 * is what the warehouse asked for; if it asked for none, it grows with each attempt, and `random` (0 to 1) takes up to
 * half of it away, so that requests that failed together do not come back together.
 * @returns milliseconds to wait, or `null` to give up.
 */
export function decideRetry(
  error: Pick<FulfilmentError, "retryable" | "garbled" | "retryAfterMs" | "timedOut">,
  { attempt, random }: { attempt: number; random: number },
): number | null {
  // A garbled answer may have been cut off on the way; one that is whole and wrong will be wrong again.
  if (!error.retryable && !error.garbled) return null;
  if (attempt >= (error.timedOut ? MOST_TIMED_OUT : MOST_ATTEMPTS)) return null;
  if (error.retryAfterMs !== undefined)
    return error.retryAfterMs <= LONGEST_WAIT_MS ? error.retryAfterMs : null;
  return Math.round(FIRST_WAIT_MS * 4 ** (attempt - 1) * (1 - random / 2));
}
