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
 */
export async function letTimePass(
  { database, shopUrl }: ChaosWorld,
  { sides, minutes }: { sides: readonly Side[]; minutes: number },
): Promise<void> {
  for (const url of [shopUrl, ...sides.map(({ account }) => account.url)])
    while ((await control<{ delayed: number }>(url, { path: "delayed" })).delayed > 0)
      await sleep(LOOK_EVERY_MS);
  await Promise.all(sides.map((side) => side.atWarehouse("clock", { advanceMs: minutes * 60_000 })));
  await database.growOlder(minutes);
}
