import type { Finding } from "./invariants/evidence.ts";
import { inWords, SIDES, type Story } from "./story.ts";

/** A story that failed, for people. */
export function failureInWords(story: Story, findings: readonly Finding[]): string {
  return [
    `✗ seed ${story.seed}`,
    ...findings.map(({ invariant, shop, what }) => `  ${invariant}, ${shop}: ${what}`),
    storyInWords(story),
  ].join("\n");
}

export function storyInWords({ seed, isLarge, stores, steps }: Story): string {
  const lines = steps.map((step, index) => `  ${String(index + 1).padStart(2)}. ${inWords(step)}`);
  return [
    `The story of seed ${seed}${isLarge ? ", store b is large" : ""}, ${steps.length} steps:`,
    ...SIDES.map((side) => `  ${side}: ${JSON.stringify(stores[side])}`),
    ...lines,
  ].join("\n");
}

/** Deeds that are trouble for the app. */
const TROUBLE = ["shared parcel", "end inbound", "delete inbound", "correct receipt", "change token"].map(
  (deed) => `deed: ${deed}`,
);

/** All counts in one line, but for deeds that are nobody's trouble. */
export function countsInWords(counts: Record<string, number>): string {
  return Object.entries(counts)
    .filter(([name]) => TROUBLE.includes(name) || !/^(deed|not possible): /.test(name))
    .map(([name, times]) => `${name} ${times}`)
    .sort()
    .join(" · ");
}

export function addCounts(all: Record<string, number>, more: Record<string, number>): void {
  for (const [name, times] of Object.entries(more)) all[name] = (all[name] ?? 0) + times;
}
