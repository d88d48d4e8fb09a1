import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../run-tool.ts";
import type { CampaignResult, Observed } from "./campaign.ts";
import type { Ask } from "./neighbor-watch.ts";
import { FAMILIES } from "./plan-attacks.ts";
import type { Tried } from "./run-attacks.ts";

const DOCUMENT = join(ROOT, "docs/reliability.md");
const BYTES_PER_MB = 1_000_000;

/** What the figures under attack may not exceed, where app and database have two processors for themselves. */
const AIMS = { healthzMs: 200, eventLoopP99Ms: 200, memoryGrowthMb: 100 } as const;

/**
 * Delays that were too long, in words. They count where the app is kept apart: beside a busy attacker each thread waits for a
 * processor.
 */
export function missedAims({ worlds }: CampaignResult): string[] {
  const { healthzMs, eventLoopP99Ms } = delaysIn(worlds.map(({ attacked }) => attacked));
  const missed = (what: string, ms: number, aimMs: number) =>
    ms > aimMs ? [`${what}: ${Math.round(ms)} ms, where ${aimMs} ms is the most`] : [];
  return [
    ...missed("slowest answer of /healthz", healthzMs, AIMS.healthzMs),
    ...missed("event-loop delay, p99", eventLoopP99Ms, AIMS.eventLoopP99Ms),
  ];
}

/** By how much the highest resident memory under attack is above the highest before, in megabytes. */
function memoryGrowthMb({ worlds }: CampaignResult): number {
  const growths = worlds.map(
    ({ idle, attacked }) => attacked.measured.memoryBytes - idle.measured.memoryBytes,
  );
  return Math.max(...growths) / BYTES_PER_MB;
}

/** The slowest answers, and event-loop delays from the worst period on. */
function delaysIn(all: readonly Observed[]) {
  const slowest = (ask: Ask) => Math.max(...all.map(({ served }) => served.slowestMs[ask]));
  const lagsMs = all.flatMap(({ measured }) => measured.eventLoopP99Ms).toSorted((a, b) => a - b);
  return {
    healthzMs: slowest("healthz"),
    pageMs: slowest("page"),
    eventMs: slowest("event"),
    eventLoopP99Ms: lagsMs.at(-1) ?? 0,
    usualEventLoopP99Ms: lagsMs[Math.floor(lagsMs.length * 0.99)] ?? 0,
  };
}

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

/** What the app bore before it was attacked and meanwhile, beside what it should. */
export function measuredTable(result: CampaignResult): string {
  const sides = [result.worlds.map(({ idle }) => idle), result.worlds.map(({ attacked }) => attacked)];
  const row = (what: string, unit: string, of: (side: readonly Observed[]) => number, aim?: number) => [
    what,
    ...sides.map((side) => `${Math.round(of(side))} ${unit}`.trim()),
    aim === undefined ? "–" : `${aim} ${unit}`,
  ];
  const most = (of: (one: Observed) => number) => (side: readonly Observed[]) => Math.max(...side.map(of));
  return table([
    ["Meanwhile", "Idle attacker", "Attacked", "Aim"],
    row("slowest answer of `/healthz`", "ms", (side) => delaysIn(side).healthzMs, AIMS.healthzMs),
    row(
      "event-loop delay, p99 of the worst two seconds",
      "ms",
      (side) => delaysIn(side).eventLoopP99Ms,
      AIMS.eventLoopP99Ms,
    ),
    row("the same in 99 of 100 periods of two seconds", "ms", (side) => delaysIn(side).usualEventLoopP99Ms),
    row(
      "resident memory, at most",
      "MB",
      most(({ measured }) => measured.memoryBytes / BYTES_PER_MB),
    ),
    ["its growth", "–", `${Math.round(memoryGrowthMb(result))} MB`, `${AIMS.memoryGrowthMb} MB`],
    row(
      "memory in use after clearing up, at the end",
      "MB",
      most(({ measured }) => usedAtEndMb(measured)),
    ),
    row("slowest page of another store", "ms", (side) => delaysIn(side).pageMs),
    row("slowest event of another store, accepted", "ms", (side) => delaysIn(side).eventMs),
    row(
      "open files, at most",
      "",
      most(({ measured }) => measured.openFiles),
    ),
    row("requests of neighbors, all served", "", (side) =>
      side.reduce((all, { served }) => all + sum(Object.values(served.asked)), 0),
    ),
  ]);
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

/** The lowest of the last looks: within twenty seconds, what nobody needs has been cleared up. */
function usedAtEndMb({ usedBytes }: Observed["measured"]): number {
  return Math.min(...usedBytes.slice(-LOOKS_AT_END)) / BYTES_PER_MB;
}

const LOOKS_AT_END = 10;

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
