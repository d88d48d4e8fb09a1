import { POOL_SIZE } from "../../app/db.server.ts";
import type { Result } from "./report.ts";

type Cell = string | number;

/** As Markdown has tables, which people can read as well. */
export function table([head, ...rows]: [string[], ...Cell[][]]): string {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, n) => cell.padEnd(widths[n] ?? 0)).join(" | ")} |`;
  const rule = line(widths.map((width) => "-".repeat(width)));
  return [line(all[0]!), rule, ...all.slice(1).map(line)].join("\n");
}

/** What a day of a shop comes to. */
export function shopDay({ shopDay: day }: Result): string {
  return table([
    ["A shop, a day", ""],
    ["events and webhooks", count(day.hints)],
    ["jobs", count(day.jobs)],
    ["calls to the warehouse", count(day.warehouseCalls)],
    ["calls to Shopify", count(day.shopCalls)],
    ["rows written", count(day.rows)],
    ["written to the log (WAL)", bytes(day.walBytes)],
    ["new rows that are kept, with indexes", bytes(day.grownBytes)],
    ["stored in all, once the oldest rows begin to go", bytes(day.storedBytes)],
    [
      "processor of web, worker, database",
      Object.values(day.cpuSeconds)
        .map((s) => `${s.toFixed(1)} s`)
        .join(", "),
    ],
  ]);
}

export function lateness({ queue }: Result): string {
  return table([
    [
      "How late a job begins",
      "jobs",
      "half within",
      "99 % within",
      "at most",
      "with its own shop's jobs, 99 %",
    ],
    ...Object.entries(queue.lag).map(([group, { jobs, p50, p99, most }]) => [
      ...[group, count(jobs), time(p50), time(p99), time(most)],
      time(queue.waited[group]!.p99),
    ]),
  ]);
}

export function seconds({ cellSecond, cells }: Result): string {
  const names = {
    hints: "events and webhooks",
    jobs: "jobs",
    rows: "rows written",
    warehouseCalls: "calls to the warehouse",
    shopCalls: "calls to Shopify",
  } as const;
  return table([
    ["A second", "each database, mean", "busiest minute", `all ${cells}, busiest minute`],
    ...Object.entries(names).map(([name, words]) => {
      const { mean, busiest } = cellSecond[name as keyof typeof names];
      return [words, count(mean), count(busiest), count(busiest * cells)];
    }),
    [
      "log (WAL)",
      ...[cellSecond.walBytes.mean, cellSecond.walBytes.busiest, cellSecond.walBytes.busiest * cells].map(
        bytes,
      ),
    ],
  ]);
}

export function needs({ busiest, bought, cells, workers, cell }: Result): string {
  return table([
    ["What it takes", ""],
    ["databases, each with its own web and worker processes", `${cells} of ${count(cell)} shops`],
    ["worker processes of each", workers],
    ["connections of each database, at most", connections(workers)],
    ["looking for jobs, of the busiest minute", percent(busiest.looking)],
    ["jobs running at once in each, in the busiest minute", busiest.jobsAtOnce.toFixed(0)],
    ["a worker process's processor, in the busiest minute", percent(busiest.workerCpu)],
    [
      "processors in use in all, web, worker, database, busiest minute",
      Object.values(busiest.cpu)
        .map((processors) => processors.toFixed(1))
        .join(", "),
    ],
    ["processors bought, app and database", `${bought.app} and ${bought.database}`],
    ["storage", bytes(bought.storageGb * 1024 ** 3)],
    ["a month", `$${count(bought.month)}, $${bought.shopMonth.toFixed(3)} a shop`],
  ]);
}

/** For each database, so that one may be replaced. */
const WEB_PROCESSES = 2;
const connections = (workers: number) => (workers + WEB_PROCESSES) * POOL_SIZE;

export function sums({ jobs, took, shops, hours }: Result): string {
  return (
    `${count(shops)} shops, ${hours} hours: ${count(jobs.asked)} jobs asked for, ${count(jobs.merged)} of them merged with ` +
    `one that waited, ${count(jobs.ended)} done, ${count(jobs.running)} running and ${count(jobs.waiting)} waiting at the ` +
    `end; simulated in ${took.toFixed(0)} s.`
  );
}

export function show(result: Result): string {
  return [shopDay, lateness, seconds, needs, sums].map((part) => part(result)).join("\n\n");
}

export const count = (much: number) =>
  much >= 100
    ? Math.round(much).toLocaleString("en")
    : much.toLocaleString("en", { maximumFractionDigits: 1 });
export const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

export function bytes(much: number): string {
  const units = ["B", "kB", "MB", "GB", "TB", "PB"];
  const unit = Math.min(units.length - 1, Math.floor(Math.log(Math.max(1, much)) / Math.log(1024)));
  return `${(much / 1024 ** unit).toFixed(unit === 0 ? 0 : 1)} ${units[unit]}`;
}

export function time(ms: number): string {
  if (ms < 1000) return `${ms.toFixed(0)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${(ms / 60_000).toFixed(0)} min`;
}
