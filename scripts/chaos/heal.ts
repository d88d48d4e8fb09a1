import { endTrouble } from "./cause-trouble.ts";
import { catchUp, openGate, sell } from "./do-deed.ts";
import { ORDERED_AFTERWARDS } from "./goods.ts";
import { quiet } from "./quiet.ts";
import type { Side } from "./side.ts";
import type { Tally } from "./tally.ts";
import { letTimePass } from "./time.ts";
import type { ChaosWorld } from "./world.ts";

/** What the schedule asks for every hour and every five minutes, and at night. */
const HOURLY = ["sweep-all-shops", "read-all-changes"];
const NIGHTLY = ["import-all-catalogues"];

/** Longer than the grace period, after which units of one system wait for the other no longer. */
const GRACE_MINUTES = 48 * 60 + 1;
/** Longer than a write whose answer was lost may still arrive. */
const ARRIVED_MINUTES = 2;
/** Rounds for what is tried again. An event that is never processed is found after them. */
const RETRIES_MAX = 5;
/** Until then the last of what a story has made late or overtaken is on its way. */
const LATE_MINUTES = 1;

/** Ends all trouble, lets both worlds catch up and the schedule's sweeps run. Nothing but time and the schedule helps. */
export async function heal(
  world: ChaosWorld,
  { sides, tally }: { sides: readonly Side[]; tally: Tally },
): Promise<void> {
  await endTrouble(world, { sides, tally });
  for (const side of sides) await catchUp(side);
  const round = async (minutes: number, jobs: readonly string[]) => {
    await letTimePass(world, { sides, minutes, settled: () => quiet(world, sides) });
    await world.database.runJobs(jobs);
    await quiet(world, sides);
    for (const side of sides) await confirmStopped(world, side);
    await quiet(world, sides);
  };
  await round(LATE_MINUTES, []);
  await round(ARRIVED_MINUTES, [...NIGHTLY, ...HOURLY]);
  // Parcels whose return is announced by now come in, and what follows from them is heard of as usual.
  for (const side of sides) await openGate(side);
  await quiet(world, sides);
  await round(GRACE_MINUTES, HOURLY);
  // The grace period stands still while a warehouse ships nothing.
  for (const side of sides) await sell(side, ORDERED_AFTERWARDS);
  await quiet(world, sides);
  await round(LATE_MINUTES, HOURLY);
  // On a busy machine a call takes longer than a time-out. What it was for is tried again later, and later each time.
  for (let tries = 0; tries < RETRIES_MAX; tries++) {
    const minutes = await minutesToRetry(world);
    if (minutes === null) return;
    await round(minutes, []);
  }
}

/** More than any store has variants, or shows units. */
const MOST = { count: 1_000, target: 1_000_000 };
const ALL_SEEN = { emptied: MOST, lowered: MOST, raised: MOST };

/** The merchant confirms what is held back by now: the warehouse's stock is true again. */
async function confirmStopped({ database }: ChaosWorld, side: Side): Promise<void> {
  const stopped = await database.read(
    `SELECT FROM "StockLook" WHERE "shop" = $1 AND "verdict" = 'stopped' LIMIT 1`,
    [side.shop],
  );
  if (stopped.length === 0) return;
  const [{ last } = { last: "0" }] = await database.read<{ last: string }>(
    `SELECT coalesce(max("id"), 0)::text AS "last" FROM "LedgerEntry" WHERE "shop" = $1`,
    [side.shop],
  );
  side.confirmedAfter ??= BigInt(last);
  await side.merchant.say("/app/stock", { intent: "confirm-jumps", seen: ALL_SEEN });
}

/** After how many minutes all events that wait to be tried again are due; null where none waits. */
async function minutesToRetry({ database }: ChaosWorld): Promise<number | null> {
  const [{ count, minutes } = { count: 0, minutes: 0 }] = await database.read<{
    count: number;
    minutes: number;
  }>(
    `SELECT count(*)::int AS "count", ceil(coalesce(extract(epoch FROM max("retryAt") - now()) / 60, 0))::int AS "minutes"
     FROM "Hint" WHERE "followedAt" IS NULL`,
  );
  return count === 0 ? null : Math.max(LATE_MINUTES, minutes);
}
