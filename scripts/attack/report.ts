import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../run-tool.ts";
import type { CampaignResult } from "./campaign.ts";
import { FAMILIES } from "./plan-attacks.ts";
import type { Tried } from "./run-attacks.ts";

const DOCUMENT = join(ROOT, "docs/reliability.md");
const BYTES_PER_MB = 1_000_000;

/** What the measured figures should not exceed on a machine with two idle cores. */
const AIMS = { healthzMs: 200, eventLoopP99Ms: 200, memoryGrowthMb: 100 } as const;

/** Doors × attacks tried, as a table of Markdown. */
export function doorsTable({ tried }: CampaignResult): string {
  const doors = [...new Set([...Object.keys(tried.stranger), ...Object.keys(tried.staff)])].toSorted();
  const sum = (door: string, family: (typeof FAMILIES)[number]) =>
    [tried.stranger, tried.staff].reduce((all: number, by: Tried) => all + (by[door]?.[family] ?? 0), 0);
  return table([
    ["Door", ...FAMILIES],
    ...doors.map((door) => [door, ...FAMILIES.map((family) => sum(door, family).toLocaleString("en"))]),
  ]);
}

export function crowdsTable({ crowds }: CampaignResult): string {
  return table([
    ["Crowd", "Members"],
    ...Object.entries(crowds).map(([name, members]) => [name, members.toLocaleString("en")]),
  ]);
}

/** What the app bore, beside what it should. */
export function measuredTable({ served, measured }: CampaignResult): string {
  const slowest = (ask: "healthz" | "page" | "event") =>
    Math.max(...served.map(({ slowestMs }) => slowestMs[ask]));
  const growthMb =
    Math.max(...measured.map(({ memoryBytes }) => memoryBytes.highest - memoryBytes.before)) / BYTES_PER_MB;
  const lagsMs = measured.flatMap(({ eventLoopP99Ms }) => eventLoopP99Ms).toSorted((a, b) => a - b);
  const usedMb = Math.max(...measured.map(({ usedBytes }) => growthOf(usedBytes))) / BYTES_PER_MB;
  const asked = served.reduce((all, one) => all + one.asked.healthz + one.asked.page + one.asked.event, 0);
  const row = (what: string, value: number, unit: string, aim?: number) => [
    what,
    `${Math.round(value)} ${unit}`,
    aim === undefined ? "–" : `${aim} ${unit}`,
  ];
  return table([
    ["Meanwhile", "Measured", "Aim"],
    row("slowest answer of `/healthz`", slowest("healthz"), "ms", AIMS.healthzMs),
    row("event-loop delay, p99 of the worst two seconds", lagsMs.at(-1) ?? 0, "ms", AIMS.eventLoopP99Ms),
    row("the same in 99 of 100 periods of two seconds", lagsMs[Math.floor(lagsMs.length * 0.99)] ?? 0, "ms"),
    row("growth of resident memory since the start", growthMb, "MB", AIMS.memoryGrowthMb),
    row("growth of memory in use, after clearing up", usedMb, "MB"),
    row("slowest page of another store", slowest("page"), "ms"),
    row("slowest event of another store, accepted", slowest("event"), "ms"),
    row("open files, at most", Math.max(...measured.map(({ openFiles }) => openFiles)), ""),
    row("requests of neighbors, all served", asked, ""),
  ]);
}

/** By how much memory in use has grown: its lowest of the last looks less its lowest of the first. */
function growthOf(usedBytes: readonly number[]): number {
  return Math.min(...usedBytes.slice(-LOOKS_COMPARED)) - Math.min(...usedBytes.slice(0, LOOKS_COMPARED));
}

/** Twenty seconds: within so many, what nobody needs has been cleared up. */
const LOOKS_COMPARED = 10;

/** Puts the tables into docs/reliability.md, between the marks that name them. */
export function writeReport(result: CampaignResult, how: string): void {
  let text = readFileSync(DOCUMENT, "utf8");
  const parts = {
    command: `\`${how}\`, ${new Date().toISOString().slice(0, 10)}:`,
    doors: doorsTable(result),
    crowds: crowdsTable(result),
    measured: measuredTable(result),
  };
  for (const [name, content] of Object.entries(parts)) {
    const marks = new RegExp(`(<!-- attack: ${name} -->)[^]*?(<!-- end -->)`);
    if (!marks.test(text)) throw new Error(`docs/reliability.md has no place for ${name}.`);
    text = text.replace(marks, (_all, begin: string, end: string) => `${begin}\n\n${content}\n\n${end}`);
  }
  writeFileSync(DOCUMENT, text);
}

function table(rows: string[][]): string {
  const [heading, ...body] = rows.map((cells) => `| ${cells.join(" | ")} |`);
  return [heading, `| ${rows[0]!.map(() => "---").join(" | ")} |`, ...body].join("\n");
}
