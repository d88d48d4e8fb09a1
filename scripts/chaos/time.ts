import { setTimeout as sleep } from "node:timers/promises";
import { control } from "../../sandbox/demo/control.ts";
import type { Side } from "./side.ts";
import type { ChaosWorld } from "./world.ts";

const LOOK_EVERY_MS = 15;

/**
 * Lets so many minutes go by. The warehouse's clock runs: whatever it would have tried to deliver meanwhile it tries. What
 * the app remembers grows older, and what it has put off comes due. The shop's clock stands: its webhooks are tried again
 * within seconds anyway, and its tokens expire when a story says so. No request is on its way for minutes: what a fault has
 * delayed arrives first.
 *
 * A run under way stores what it has read as young as it was then. `settled` waits for what the warehouse's time has brought, where all
 * has to become older.
 */
export async function letTimePass(
  world: ChaosWorld,
  { sides, minutes, settled }: { sides: readonly Side[]; minutes: number; settled?: () => Promise<void> },
): Promise<void> {
  await allArrived(world);
  await Promise.all(sides.map((side) => side.atWarehouse("clock", { advanceMs: minutes * 60_000 })));
  for (const side of sides) side.minutesPassed += minutes;
  await settled?.();
  await world.database.growOlder(minutes);
}

/** Waits until no request that a fault has delayed is on its way. */
export async function allArrived({ shopUrl, accounts }: ChaosWorld): Promise<void> {
  for (const url of [shopUrl, ...Object.values(accounts).map((account) => account.url)])
    while ((await control<{ delayed: number }>(url, { path: "delayed" })).delayed > 0)
      await sleep(LOOK_EVERY_MS);
}
