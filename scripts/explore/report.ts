import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../run-tool.ts";
import type { WorldResult } from "./search-world.ts";
import type { SmallWorld } from "./define-world.ts";

const DOCUMENT = join(ROOT, "docs/reliability.md");

/** What was searched, by the name of its group. */
export interface Searched {
  group: string;
  world: SmallWorld;
  result: WorldResult;
}

/** One line on a world, and what was not as expected. */
export function lineOf({ group, world, result }: Searched): string {
  const { states, depth, isComplete, ms, findings } = result;
  const size = `${states.toLocaleString("en")} states, depth ${depth}${isComplete ? "" : ", cut"}`;
  const lines = [
    `${findings.length === 0 ? "✓" : "✗"} ${group}: ${world.name} (${size}, ${(ms / 1000).toFixed(1)} s)`,
  ];
  return [...lines, ...findings.map((finding) => `    ${finding}`)].join("\n");
}

/** The shortest ways to what was found, also where it was expected. */
export function tracesOf({ result }: Searched): string[] {
  return result.violations.map(({ fault, times, trace }) => `    ${fault} (${times}): ${trace.join(" · ")}`);
}

export function sumOf(searched: readonly Searched[], seconds: number): string {
  const states = searched.reduce((sum, { result }) => sum + result.states, 0);
  const decisions = searched.reduce((sum, { result }) => sum + result.decisions, 0);
  const failed = searched.filter(({ result }) => result.findings.length > 0).length;
  const cut = searched.filter(({ result }) => !result.isComplete).length;
  return [
    `${states.toLocaleString("en")} states and ${decisions.toLocaleString("en")} decisions of ${searched.length} worlds`,
    `in ${Math.round(seconds)} s; ${cut} cut, ${failed} not as expected`,
  ].join(" ");
}

/** Puts the table into docs/reliability.md, between its marks. */
export function writeExplored(
  searched: readonly Searched[],
  { how, seconds }: { how: string; seconds: number },
): void {
  const rows = searched.map(({ group, world, result }) => [
    `${group}: ${world.name}`,
    result.states.toLocaleString("en"),
    String(result.depth) + (result.isComplete ? "" : " (cut)"),
    outcomeOf(world, result),
  ]);
  const table = [["World", "States", "Depth", "Result"], ["---", "---:", "---:", "---"], ...rows]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
  const content = `\`${how}\`, ${new Date().toISOString().slice(0, 10)}: ${sumOf(searched, seconds)}.\n\n${table}`;
  const text = readFileSync(DOCUMENT, "utf8");
  const marks = /(<!-- explore -->)[^]*?(<!-- end -->)/;
  if (!marks.test(text)) throw new Error("docs/reliability.md has no place for what was explored.");
  writeFileSync(
    DOCUMENT,
    text.replace(marks, (_all, begin: string, end: string) => `${begin}\n\n${content}\n\n${end}`),
  );
}

function outcomeOf({ expected }: SmallWorld, { violations, findings }: WorldResult): string {
  if (findings.length > 0) return "**not as expected**";
  if (violations.length === 0) return "exact";
  const [over, under] = (["shows more than is free", "shows less than is free"] as const).map(
    (fault) => violations.find((violation) => violation.fault === fault)?.times ?? 0,
  );
  if (expected === "fails") return `found: ${violations.map(({ fault }) => fault).join(", ")}`;
  return [over! > 0 ? `more in ${over} histories` : "never more", under! > 0 ? `less in ${under}` : ""]
    .filter((part) => part !== "")
    .join(", ");
}
