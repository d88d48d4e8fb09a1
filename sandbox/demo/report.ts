import Table from "cli-table3";

/** One step of the story and whether it holds. */
export interface StepReport {
  step: string;
  verdict: "holds" | "fails" | "not reached";
  ms: number | null;
  /** What was seen; the reason when it fails. */
  detail: string;
}

export function printTable(steps: StepReport[]): void {
  const table = new Table({
    head: ["", "step", "ms", "seen"],
    colWidths: [4, 44, 8, 60],
    colAligns: ["left", "left", "right", "left"],
    wordWrap: true,
    style: { head: [], border: [] },
  });
  const mark = { holds: "✓", fails: "✗", "not reached": "–" };
  for (const { step, verdict, ms, detail } of steps) table.push([mark[verdict], step, ms ?? "", detail]);
  console.log(table.toString());
  const held = steps.filter(({ verdict }) => verdict === "holds").length;
  console.log(`${held} of ${steps.length} steps hold.`);
}

export function printJson(steps: StepReport[]): void {
  const ok = steps.every(({ verdict }) => verdict === "holds");
  console.log(JSON.stringify({ ok, steps }, null, 2));
}
