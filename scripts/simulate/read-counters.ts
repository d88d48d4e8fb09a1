import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { LOOKING_ON, type StockWorld } from "../bench/stock-world.ts";
import type { Cost, Cpu } from "./costs.ts";

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;
/** A connection tells what it has written at the latest when it has been idle for so long, in milliseconds. */
const TOLD_WITHIN_MS = 11_000;

/** Everything that is counted, since whenever. */
export interface Counters {
  calls: { warehouse: number; shop: number };
  hints: number;
  rows: number;
  wal: bigint;
  cpuMs: Cpu;
  storedBytes: Record<string, number>;
  jobs: Record<string, JobRuns>;
}

/** Runs since the worker began that came to their end, and how long these took; and runs that failed. */
export interface JobRuns {
  runs: number;
  ms: number;
  failed: number;
}

/** Reads all counters, once nothing moves them any more. Calls are those since the last time. */
export async function readCounters(world: StockWorld): Promise<Counters> {
  await sleep(TOLD_WITHIN_MS);
  const { pool } = world;
  const { rows } = await pool.query<{ rows: string; wal: string; hints: string }>(
    `SELECT (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables)::text AS "rows",
       pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text AS "wal",
       (SELECT last_value FROM "Hint_id_seq")::text AS "hints"`,
  );
  const sizes = await pool.query<{ table: string; bytes: string }>(
    `SELECT relname AS "table", pg_total_relation_size(relid)::text AS "bytes" FROM pg_stat_user_tables
     WHERE schemaname = 'public'`,
  );
  const calls = await world.takeCalls();
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0);
  const { web, worker } = world.pids();
  return {
    calls: { warehouse: sum(calls.warehouse), shop: sum(calls.shop) },
    hints: Number(rows[0]?.hints),
    rows: Number(rows[0]?.rows),
    wal: BigInt(rows[0]?.wal ?? 0),
    cpuMs: { web: timeOf(web), worker: timeOf(worker), database: await timeOfDatabase(world) },
    storedBytes: Object.fromEntries(sizes.rows.map(({ table, bytes }) => [table, Number(bytes)])),
    jobs: await readJobs(world),
  };
}

/** What came between two readings, for one of `rounds`. @throws when a job failed: then it is not what was to be measured. */
export function costOf(before: Counters, { after, rounds }: { after: Counters; rounds: number }): Cost {
  const mean = (risen: number) => Math.round((risen / rounds) * 100) / 100;
  const grown = Object.entries(after.storedBytes)
    .map(([table, bytes]) => [table, mean(bytes - (before.storedBytes[table] ?? 0))] as const)
    .filter(([, bytes]) => bytes > 0);
  const jobs = Object.entries(after.jobs)
    .map(([name, { runs, ms, failed }]) => {
      const was = before.jobs[name] ?? { runs: 0, ms: 0, failed: 0 };
      if (failed > was.failed) throw new Error(`The job ${name} failed while it was measured.`);
      return [name, { runs: mean(runs - was.runs), ms: mean(ms - was.ms), trips: 0 }] as const;
    })
    .filter(([, { runs }]) => runs > 0);
  return {
    calls: { warehouse: mean(after.calls.warehouse), shop: mean(after.calls.shop) },
    hints: mean(after.hints - before.hints),
    rows: mean(after.rows - before.rows),
    walBytes: mean(Number(after.wal - before.wal)),
    cpuMs: {
      web: mean(after.cpuMs.web - before.cpuMs.web),
      worker: mean(after.cpuMs.worker - before.cpuMs.worker),
      database: mean(after.cpuMs.database - before.cpuMs.database),
    },
    storedBytes: Object.fromEntries(grown),
    jobs: Object.fromEntries(jobs),
  };
}

/** How often each job ran in the worker, and for how long, since it began. */
export async function readJobs(world: StockWorld): Promise<Record<string, JobRuns>> {
  const jobs: Record<string, JobRuns> = {};
  const text = await world.workerFigures();
  const figure = /^dockline_job_seconds_(count|sum)\{job="([^"]+)",result="([^"]+)"\} (\S+)$/gm;
  for (const [, what, name = "", result, value] of text.matchAll(figure)) {
    const job = (jobs[name] ??= { runs: 0, ms: 0, failed: 0 });
    if (result !== "done") job.failed += what === "count" ? Number(value) : 0;
    else if (what === "count") job.runs += Number(value);
    else job.ms += Number(value) * 1000;
  }
  return jobs;
}

/** All of PostgreSQL's processes, but for those that serve whoever measures. */
async function timeOfDatabase({ pool }: StockWorld): Promise<number> {
  const { rows } = await pool.query<{ pid: number; mine: boolean }>(
    `SELECT pid, application_name = $1 AS "mine" FROM pg_stat_activity WHERE application_name = $1 OR pid = pg_backend_pid()`,
    [LOOKING_ON],
  );
  const mine = new Set(rows.map(({ pid }) => pid));
  const server = Number(statOf(rows[0]?.pid ?? 0)[1]);
  const others = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && !mine.has(Number(name)))
    .map(Number)
    .filter((pid) => Number(statOf(pid)[1]) === server);
  const [ended = 0, endedInside = 0] = [statOf(server)[13], statOf(server)[14]].map(Number);
  return others.reduce((sum, pid) => sum + timeOf(pid), 0) + (ended + endedInside) * TICK_MS;
}

function timeOf(pid: number): number {
  const stat = statOf(pid);
  return (Number(stat[11]) + Number(stat[12])) * TICK_MS;
}

/** What Linux says of a process, from its state on: 1 is its parent, 11 and 12 its time, 13 and 14 that of ended children. */
function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(")") + 2).split(" ");
  } catch {
    return Array.from({ length: 15 }, () => "0"); // It has ended meanwhile.
  }
}
