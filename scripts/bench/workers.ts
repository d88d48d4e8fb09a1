import { besideSweep } from "./beside-sweep.ts";
import type { Figure } from "./figure.ts";
import { moreWorkers } from "./more-workers.ts";

/** How many jobs more workers do, and whether a small shop's event has to wait for a large shop's sweep. */
export async function workers(options: { quick: boolean }): Promise<Figure[]> {
  return [...(await moreWorkers(options)), await besideSweep(options)];
}
