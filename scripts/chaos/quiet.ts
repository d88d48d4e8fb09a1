import { setTimeout as sleep } from "node:timers/promises";
import { OVERTAKEN } from "../../app/jobs/job-state.ts";
import { control } from "../../sandbox/demo/control.ts";
import { LIMIT_PERIOD_MS, type Side } from "./side.ts";
import type { ChaosWorld } from "./world.ts";

const LOOK_EVERY_MS = 15;
/** So often in a row nothing is to be done: what one process has finished another may be about to begin with. */
const LOOKS = 3;
/** Nothing takes as long once all faults are over; a dead worker's jobs are free after four seconds. */
const PATIENCE_MS = 120_000;

/** An event that is sent later than in so many milliseconds is waited for by nobody: that of a label that takes its time. */
const SOON_MS = 60_000;

interface Delivery {
  event: string;
  state: string;
  attempts: number;
  lastStatus: number | null;
  nextAttemptAt: string | null;
}

/** Jobs that are put off while they wait for Shopify are not over. */
const WAITING = ["sweep-stock", "import-catalogue"];

/**
 * Waits until no job is due or running and both worlds have delivered their events.
 * @throws Error saying what goes on for ever.
 */
export async function quiet(world: ChaosWorld, sides: readonly Side[]): Promise<void> {
  // What a store's own flood kept out is sent again when its minute is over.
  const limited = Math.max(...sides.map(({ floodedAt }) => floodedAt + LIMIT_PERIOD_MS));
  const deadline = Math.max(Date.now(), limited) + PATIENCE_MS;
  for (let looks = 0; looks < LOOKS; looks++) {
    const busy = await findBusy(world, sides);
    if (busy) looks = -1;
    if (busy && Date.now() > deadline)
      throw new Error(`After ${PATIENCE_MS / 1000} s without faults and floods there still is ${busy}.`);
    await sleep(LOOK_EVERY_MS);
  }
}

async function findBusy(
  { database, shopUrl }: ChaosWorld,
  sides: readonly Side[],
): Promise<string | undefined> {
  const jobs = await database.read<{ name: string }>(
    `SELECT task_identifier AS "name" FROM graphile_worker.jobs
     WHERE (locked_at IS NOT NULL OR run_at <= now() OR task_identifier = ANY($1)) AND attempts < max_attempts
       OR ${OVERTAKEN}`,
    [WAITING],
  );
  if (jobs.length > 0) return `work for the app: ${jobs.map(({ name }) => name).join(", ")}`;
  const [webhook] = await control<{ topic: string }[]>(shopUrl, { path: "webhooks?state=pending" });
  if (webhook) return `a webhook on its way: ${webhook.topic}`;
  for (const { atWarehouse, atShop, name } of sides) {
    const { offsetMs } = await atWarehouse<{ offsetMs: number }>("clock");
    const soon = Date.now() + offsetMs + SOON_MS;
    const deliveries = await atWarehouse<Delivery[]>("deliveries");
    const waiting = deliveries.find(
      ({ state, nextAttemptAt }) => state === "pending" && Date.parse(nextAttemptAt ?? "") < soon,
    );
    if (waiting) {
      const { event, attempts, lastStatus } = waiting;
      return `an event of ${name} on its way: ${event}, after ${attempts} attempts, the last answered ${lastStatus}`;
    }
    const operations = await atShop<{ status: string }[]>("bulk-operations");
    if (operations.some(({ status }) => status === "CREATED" || status === "RUNNING"))
      return `a bulk operation of ${name} running`;
  }
  return undefined;
}
