import type { StepReport } from "./report.ts";

/** A step says what was seen when it holds, and throws when it does not. */
export interface Step {
  step: string;
  play(): Promise<string>;
}

/** Plays the steps in order. The first that fails ends the story; the others are reported as not reached. */
export async function play(steps: Step[], say: (message: string) => void): Promise<StepReport[]> {
  const reports: StepReport[] = [];
  let failed = false;
  for (const { step, play } of steps) {
    if (failed) {
      reports.push({ step, verdict: "not reached", ms: null, detail: "" });
      continue;
    }
    const started = performance.now();
    const { verdict, detail } = await play().then(
      (detail) => ({ verdict: "holds" as const, detail }),
      (error: unknown) => ({
        verdict: "fails" as const,
        detail: error instanceof Error ? error.message : String(error),
      }),
    );
    failed = verdict === "fails";
    reports.push({ step, verdict, ms: Math.round(performance.now() - started), detail });
    say(`${failed ? "✗" : "✓"} ${step}`);
  }
  return reports;
}

/** @throws Error with `otherwise` unless it is so. */
export function expect(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Error(otherwise);
}
