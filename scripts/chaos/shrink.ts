import type { Finding } from "./invariants/evidence.ts";
import type { Step, Story } from "./story.ts";

export interface Shrunk {
  steps: Step[];
  findings: Finding[];
  /** Stories told on the way, and how many of them failed as well. */
  told: number;
  failed: number;
}

/**
 * Takes steps away as long as what is left still breaks the same invariant: halves first, then smaller parts, at last
 * single steps. What processes make of a story is not the same each time, so each part that may be needed is tried
 * `tries` times before it is kept. Ends when nothing can be taken away, or when `untilMs` (as `Date.now()`) has come.
 */
export async function shrink(
  story: Story,
  {
    findings,
    tell,
    tries,
    untilMs,
  }: { findings: Finding[]; tell: (steps: Step[]) => Promise<Finding[]>; tries: number; untilMs: number },
): Promise<Shrunk> {
  const broken = new Set(findings.map(({ invariant }) => invariant));
  const result: Shrunk = { steps: story.steps, findings, told: 0, failed: 0 };
  const fails = async (steps: Step[]): Promise<boolean> => {
    for (let attempt = 0; attempt < tries && Date.now() < untilMs; attempt++) {
      result.told++;
      const found = await tell(steps);
      if (!found.some(({ invariant }) => broken.has(invariant))) continue;
      result.failed++;
      result.findings = found;
      return true;
    }
    return false;
  };
  for (let size = Math.ceil(result.steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let start = 0; start < result.steps.length && Date.now() < untilMs;) {
      const rest = result.steps.toSpliced(start, size);
      if (rest.length < result.steps.length && (await fails(rest))) result.steps = rest;
      else start += size;
    }
  return result;
}
