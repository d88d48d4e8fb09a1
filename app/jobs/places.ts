import type { Lane } from "./catalog.ts";

/**
 * Jobs of each lane that one worker process runs side by side; they mostly wait for other systems. Those that events wait
 * for have places of their own, so that however many shops are being swept or read anew, another shop's event finds one
 * free. The connections of a process are enough for so many (`POOL_SIZE`); an operator may want fewer of the first.
 */
export const PLACES: Record<Lane, number> = { swift: 6, slow: 4 };

export const LANES = Object.keys(PLACES) as Lane[];

/**
 * Which lanes a worker that begins to look for a job must leave alone, when so many jobs of each run in its process and so
 * many others are looking: these may find one of any lane.
 */
export function fullLanes(running: Record<Lane, number>, looking: number, places = PLACES): Lane[] {
  return LANES.filter((lane) => running[lane] + looking >= places[lane]);
}
