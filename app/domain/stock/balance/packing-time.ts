import type { Lots } from "./lots.ts";

const MINUTE_MS = 60_000;
/** The share of waits that are no longer than the packing time. */
const SHARE = 0.95;
/** How far one wait moves it, as a part of itself. */
const STEP = 0.1;
/** It moves by at least as much as if it were this long, in minutes: it begins at 0. */
const LEAST = 60;

/**
 * The time within which 95 of 100 units leave the warehouse once they have left the store, in minutes, after one more wait. One
 * that was longer raises it by 9.5 %, one that was not lowers it by 0.5 %: so it rests where one in twenty is longer. It follows
 * within some dozen waits, and needs no list of them.
 * @param waited in minutes
 */
export function packingTimeAfter(before: number, waited: number): number {
  const scale = STEP * Math.max(before, LEAST);
  return Math.max(0, before + scale * (waited > before ? SHARE : SHARE - 1));
}

/** How long each of the lots has waited from which so many `units` left at `at`, oldest first, in minutes. */
export function waitsOf(awaiting: Lots, { units, at }: { units: number; at: number }): number[] {
  const waits: number[] = [];
  let left = units;
  for (const lot of awaiting) {
    if (left <= 0) break;
    waits.push((at - lot.at) / MINUTE_MS);
    left -= lot.units;
  }
  return waits;
}
