import { KEPT_DAYS } from "../../app/domain/privacy/retention.ts";
import type { Measured } from "./costs.ts";
import type { Tally } from "./tally.ts";

/** What machines are taken to cost, and how far they are used. Assumptions: flags change them. */
export interface Prices {
  /** Of one processor for an hour, of the app's machines and of the database's with its memory. */
  appCpuHour: number;
  databaseCpuHour: number;
  /** Of a gigabyte for a month. */
  storageMonth: number;
  /** How busy processors may be in the busiest minute. */
  busy: number;
}

export interface Shape {
  shops: number;
  cell: number;
  workers: number;
  hours: number;
  /** Real seconds. */
  took: number;
}

const GB = 1024 ** 3;
const HOURS_A_MONTH = 730;

/** How long rows of a table stay, in days; the rest stays about as it is. */
const KEPT: Record<string, number> = {
  Hint: KEPT_DAYS.hints,
  LedgerEntry: KEPT_DAYS.ledger,
  TimelineEntry: KEPT_DAYS.timelines,
  StockComparison: KEPT_DAYS.comparisons,
  Return: KEPT_DAYS.returns,
  Activity: KEPT_DAYS.activities,
};

export type Result = ReturnType<typeof work>;

/** Everything the simulation has to say, as numbers. */
export function work(
  tally: Tally,
  { shape, prices, measured }: { shape: Shape; prices: Prices; measured: Measured },
) {
  const { shops, cell, hours } = shape;
  const cells = Math.ceil(shops / cell);
  const days = hours / 24;
  const daily = (name: Parameters<Tally["flow"]>[0]) => tally.flow(name).all / days / shops;
  const peakSecond = (name: Parameters<Tally["flow"]>[0]) => tally.flow(name).busiest / 60;
  const meanSecond = (name: Parameters<Tally["flow"]>[0]) => tally.flow(name).all / (hours * 3600);
  const grownDaily = Object.entries(tally.stored).reduce(
    (sum, [table, bytes]) => sum + (KEPT[table] ? bytes / days / shops : 0),
    0,
  );
  const keptBytes = Object.entries(tally.stored).reduce(
    (sum, [table, bytes]) => sum + (bytes / days / shops) * (KEPT[table] ?? 0),
    0,
  );
  const storedBytes = measured.shopBytes + keptBytes;
  /** Processors in use in the busiest minute, all cells together. */
  const cpu = { web: 0, worker: 0, database: 0 };
  for (const name of ["web", "worker", "database"] as const) cpu[name] = tally.flow(name).busiest / 60_000;
  const bought = {
    app: Math.ceil((cpu.web + cpu.worker) / prices.busy),
    database: Math.max(cells, Math.ceil(cpu.database / prices.busy)),
  };
  const storageGb = (shops * storedBytes) / GB;
  const month =
    (bought.app * prices.appCpuHour + bought.database * prices.databaseCpuHour) * HOURS_A_MONTH +
    storageGb * prices.storageMonth;
  const waits = (of: Tally["lag"]) =>
    Object.fromEntries(
      Object.entries(of).map(([group, one]) => [
        group,
        { jobs: one.count, p50: one.within(0.5), p99: one.within(0.99), most: one.most },
      ]),
    );
  return {
    ...shape,
    cells,
    measured: { machine: measured.machine, at: measured.at, skus: measured.skus },
    shopDay: {
      hints: daily("hints"),
      jobs: daily("jobs"),
      warehouseCalls: daily("warehouse"),
      shopCalls: daily("shop"),
      rows: daily("rows"),
      walBytes: daily("walBytes"),
      grownBytes: grownDaily,
      storedBytes,
      cpuSeconds: {
        web: daily("web") / 1000,
        worker: daily("worker") / 1000,
        database: daily("database") / 1000,
      },
    },
    queue: { lag: waits(tally.lag), waited: waits(tally.waited) },
    cellSecond: {
      rows: { mean: meanSecond("rows") / cells, busiest: peakSecond("rows") / cells },
      walBytes: { mean: meanSecond("walBytes") / cells, busiest: peakSecond("walBytes") / cells },
      jobs: { mean: meanSecond("jobs") / cells, busiest: peakSecond("jobs") / cells },
      hints: { mean: meanSecond("hints") / cells, busiest: peakSecond("hints") / cells },
      warehouseCalls: { mean: meanSecond("warehouse") / cells, busiest: peakSecond("warehouse") / cells },
      shopCalls: { mean: meanSecond("shop") / cells, busiest: peakSecond("shop") / cells },
    },
    /** Share of the busiest minute in which the one look at a time was going on; jobs running at once on average. */
    busiest: {
      looking: tally.flow("lookingMs").busiest / 60_000 / cells,
      jobsAtOnce: tally.flow("jobMs").busiest / 60_000 / cells,
      cpu,
      workerCpu: cpu.worker / cells / shape.workers,
    },
    bought: { ...bought, storageGb, month, shopMonth: month / shops },
    jobs: tally.closed,
  };
}
