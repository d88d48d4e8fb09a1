import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { openStockWorld, type StockWorld } from "../bench/stock-world.ts";
import { MEASURED_FILE, type Cost, type JobTime, type Measured, type Story } from "./costs.ts";
import { measureLooks } from "./measure-looks.ts";
import { costOf, readCounters, readJobs, type JobRuns } from "./read-counters.ts";
import { HOT, TELLINGS, type Telling } from "./stories.ts";

/** What a request takes in addition in the second half, in milliseconds: by how much a job grows tells what it waited for. */
const AWAY_MS = 200;
/** Rounds enough to tell how a job's time grows: by far more than it differs from one to the next. */
const FEW_ROUNDS = 3;

/**
 * Has everything happen that happens in a shop of `skus`, between the sandboxes and on a PostgreSQL as durable as a
 * merchant's, counts what it took, and writes it down for the simulation. Some ten minutes.
 */
export async function measure({ skus, say }: { skus: number; say: (line: string) => void }): Promise<void> {
  const world = await openStockWorld({ skus });
  try {
    await stillSchedule(world);
    const shopBytes = await sizeOfShop(world);
    const stories = {} as Record<Story, Cost>;
    for (const [name, telling] of Object.entries(TELLINGS) as [Story, Telling][]) {
      await telling.prepare?.(world);
      await settle(world);
      const before = await readCounters(world);
      await tell(world, telling);
      stories[name] = costOf(before, { after: await readCounters(world), rounds: telling.rounds });
      say(`${name}: ${JSON.stringify(stories[name])}`);
    }
    for (const at of [world.atShop, world.atWarehouse])
      await at("faults", { path: ".", action: { kind: "delay", ms: AWAY_MS } });
    for (const [name, telling] of Object.entries(TELLINGS) as [Story, Telling][]) {
      await telling.prepare?.(world);
      await settle(world);
      const rounds = Math.min(telling.rounds, FEW_ROUNDS);
      const before = await readJobs(world);
      await tell(world, { ...telling, rounds });
      addTrips(stories[name].jobs, { before, after: await readJobs(world), rounds });
      say(`${name}, ${AWAY_MS} ms away: ${JSON.stringify(stories[name].jobs)}`);
    }
    const workerPeakBytes = world.workerPeak();
    await world.stopWorker();
    const looks = await measureLooks(world.pool);
    for (const look of looks) say(`a look: ${JSON.stringify(look)}`);
    const found: Measured = {
      machine: `${cpus().length} × ${cpus()[0]?.model ?? "unknown"}, Node ${process.versions.node}`,
      at: new Date().toISOString(),
      ...{ skus, stories, hot: HOT, shopBytes, looks, workerPeakBytes },
    };
    writeFileSync(MEASURED_FILE, `${JSON.stringify(found, null, 2)}\n`);
  } finally {
    await world.stop();
  }
}

/** Every job is asked for by hand here; what the schedule asked for in between would belong to no story. */
async function stillSchedule({ pool }: StockWorld): Promise<void> {
  await pool.query(
    `UPDATE graphile_worker._private_known_crontabs SET last_execution = now() + interval '1 day'`,
  );
}

async function tell(world: StockWorld, { rounds, round }: Telling): Promise<void> {
  for (let index = 0; index < rounds; index++) {
    await round(world, index);
    await settle(world);
  }
}

/** What a story puts off until later is another story. */
async function settle(world: StockWorld): Promise<void> {
  await world.settled();
  await world.pool.query(
    `SELECT graphile_worker.remove_job("key") FROM graphile_worker.jobs
     WHERE run_at > now() AND task_identifier IN ('compare-stock', 'settle-stock') AND "key" IS NOT NULL`,
  );
}

/** What a shop's rows take, with their indexes. */
async function sizeOfShop({ pool }: StockWorld): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `SELECT sum(pg_total_relation_size(relid))::text AS "bytes" FROM pg_stat_user_tables WHERE schemaname = 'public'`,
  );
  return Number(rows[0]?.bytes);
}

/** How much longer the runs took with both worlds further away, in ways there and back. */
function addTrips(
  jobs: Record<string, JobTime>,
  {
    before,
    after,
    rounds,
  }: { before: Record<string, JobRuns>; after: Record<string, JobRuns>; rounds: number },
): void {
  for (const [name, job] of Object.entries(jobs)) {
    const ms = (after[name]?.ms ?? 0) - (before[name]?.ms ?? 0);
    job.trips = Math.max(0, Math.round(((ms / rounds - job.ms) / AWAY_MS) * 10) / 10);
  }
}
