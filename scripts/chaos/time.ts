import type { Side } from "./side.ts";
import type { ChaosWorld } from "./world.ts";

/**
 * Lets so many minutes go by. The warehouse's clock runs: whatever it would have tried to deliver meanwhile it tries. What
 * the app remembers grows older, and what it has put off comes due. The shop's clock stands: its webhooks are tried again
 * within seconds anyway, and its tokens expire when a story says so.
 */
export async function letTimePass(
  { database }: ChaosWorld,
  { sides, minutes }: { sides: readonly Side[]; minutes: number },
): Promise<void> {
  await Promise.all(sides.map((side) => side.atWarehouse("clock", { advanceMs: minutes * 60_000 })));
  await database.growOlder(minutes);
}
