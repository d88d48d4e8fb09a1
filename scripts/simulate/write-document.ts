import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../run-tool.ts";
import { readMeasured } from "./costs.ts";
import type { Result } from "./report.ts";
import * as show from "./show.ts";
import { simulate } from "./simulate-shops.ts";

const DOCUMENT = join(ROOT, "docs/scale.md");
type Options = Parameters<typeof simulate>[0];

/** Shops of one PostgreSQL, of which the document compares several, each with a worker process for so many shops. */
const CELLS = [500, 1_000, 2_500, 5_000, 10_000];
const SHOPS_A_WORKER = 300;
/** As many orders as on the busiest days of the year. */
const PEAK = 3.6;
/** Worker processes that such a day takes. */
const PEAK_WORKERS = 14;
/** From midnight past the busiest hour, for runs that show no sums of a day. */
const HOURS = 18;
const OUTAGE_MINUTES = 60;

/** Runs everything that docs/scale.md shows, and writes the tables into it, between the marks that name them. */
export function writeDocument(options: Options, say: (line: string) => void): void {
  let text = readFileSync(DOCUMENT, "utf8");
  const put = (name: string, content: string) => {
    const marks = new RegExp(`(<!-- simulate: ${name} -->)[^]*?(<!-- end -->)`);
    if (!marks.test(text)) throw new Error(`docs/scale.md has no place for ${name}.`);
    text = text.replace(marks, (_all, begin: string, end: string) => `${begin}\n\n${content}\n\n${end}`);
    writeFileSync(DOCUMENT, text);
    say(`${name}\n${content}\n`);
  };
  put("measured", measuredTable());
  put("looks", looksTable());
  const one = { ...options, shops: options.cell, hours: HOURS };
  put("cells", cellsTable(CELLS.map((cell) => oneCell(one, cell))));
  const peak = { ...one.model, peak: PEAK };
  const days: Record<string, Result> = {
    "a usual day": simulate(one),
    [`${PEAK} times the orders`]: simulate({ ...one, model: peak }),
    [`the same, ${PEAK_WORKERS} workers`]: simulate({ ...one, model: peak, workers: PEAK_WORKERS }),
    "as it was: all at the full hour, lanes kept": simulate({ ...one, herd: true, hours: 3 }),
    [`no worker from 12:00 to ${12 + OUTAGE_MINUTES / 60}:00`]: simulate({ ...one, outage: OUTAGE_MINUTES }),
  };
  put("days", daysTable(days));
  const day = simulate(options);
  put("day", show.shopDay(day));
  put("lateness", show.lateness(day));
  put("seconds", show.seconds(day));
  put("needs", show.needs(day));
  put("sums", show.sums(day));
}

function oneCell(options: Options, cell: number): Result {
  return simulate({ ...options, cell, shops: cell, workers: Math.max(2, Math.ceil(cell / SHOPS_A_WORKER)) });
}

function cellsTable(results: Result[]): string {
  return show.table([
    [
      "Shops",
      "worker processes",
      "looking for jobs, busiest minute",
      "stock events, 99 %",
      "changed inbounds, 99 %",
      "rows/s, busiest",
      "WAL/s, busiest",
    ],
    ...results.map(({ cell, workers, busiest, queue, cellSecond }) => [
      show.count(cell),
      workers,
      show.percent(busiest.looking),
      show.time(queue.lag["events: stock"]!.p99),
      show.time(queue.lag["changed inbounds"]!.p99),
      show.count(cellSecond.rows.busiest),
      show.bytes(cellSecond.walBytes.busiest),
    ]),
  ]);
}

function daysTable(days: Record<string, Result>): string {
  const of = ({ queue }: Result, group: string) =>
    `${show.time(queue.lag[group]!.p99)}, ${show.time(queue.lag[group]!.most)}`;
  return show.table([
    [
      "One database",
      "stock events: 99 %, at most",
      "comparing: 99 %, at most",
      "looking, busiest minute",
      "rows/s, busiest",
    ],
    ...Object.entries(days).map(([name, result]) => [
      name,
      of(result, "events: stock"),
      of(result, "comparing all stock"),
      show.percent(result.busiest.looking),
      show.count(result.cellSecond.rows.busiest),
    ]),
  ]);
}

const STORY_WORDS = {
  changes: "every 5 minutes: changed inbounds, none",
  sweep: "every hour: everything but comparing, nothing to do",
  comparison: "all stock compared, nothing differs",
  import: "both catalogues read again, nothing new",
  shipment: "an order leaves, 5 SKUs ordered lately",
  tiding: "an event that names no SKU, 5 ordered lately",
  tidingHot: "the same, 50 ordered lately",
  order: "an order in the shop",
  fulfilment: "its fulfilment in the shop",
  receipt: "goods come in",
  product: "a product edited in the shop",
  return: "a return, from the request until it is put back",
} as const;

function measuredTable(): string {
  const { stories, machine, at, skus } = readMeasured();
  const rows = Object.entries(STORY_WORDS).map(([story, words]) => {
    const { calls, hints, rows, walBytes, cpuMs, jobs } = stories[story as keyof typeof STORY_WORDS];
    const all = Object.values(jobs).reduce((sum, { runs }) => sum + runs, 0);
    const cpu = [cpuMs.web, cpuMs.worker, cpuMs.database].map((ms) => ms.toFixed(0)).join(", ");
    return [
      words,
      show.count(hints),
      show.count(all),
      ...[calls.warehouse, calls.shop, rows].map(show.count),
      show.bytes(walBytes),
      cpu,
    ];
  });
  const head = [
    "Once",
    "events",
    "jobs",
    "warehouse calls",
    "Shopify calls",
    "rows",
    "WAL",
    "ms of web, worker, database",
  ];
  return `${show.table([head, ...rows])}\n\n${show.count(skus)} SKUs; ${machine}; ${at.slice(0, 10)}.`;
}

function looksTable(): string {
  return show.table([
    ["Lanes remembered", "a job found and noted as done", "at most, a second", "WAL"],
    ...readMeasured().looks.map(({ lanes, ms, walBytes }) => [
      show.count(lanes),
      `${ms.toFixed(1)} ms`,
      show.count(1000 / ms),
      show.bytes(walBytes),
    ]),
  ]);
}
