import { LONGEST_WAIT_MS } from "./decide-retry.ts";

/** How often a request without a slot looks again, in milliseconds; less than it takes a warehouse to answer. */
const LOOK_EVERY_MS = 25;

/*
 * How long a request waits for room in its account's limits before it looks again. All of them take how long it has waited
 * already, and return milliseconds, or `null` when it waits no longer in place: the job queue is the better place then.
 */

/** When this second's requests are used up, and it is known when the next one begins. */
export function waitForSecond({ waitedMs, roomInMs }: { waitedMs: number; roomInMs: number }): number | null {
  return waitedMs + roomInMs <= LONGEST_WAIT_MS ? roomInMs : null;
}

/** When all slots are taken, nobody knows for how long. `random` (0 to 1) keeps those who wait from looking together. */
export function waitForSlot({ waitedMs, random }: { waitedMs: number; random: number }): number | null {
  return waitedMs <= LONGEST_WAIT_MS ? LOOK_EVERY_MS * (0.5 + random) : null;
}
