/** One figure of `npm run bench`. A missed goal is shown and fails nothing: machines differ, ratios less so. */
export interface Figure {
  name: string;
  /** With its unit, the median of the rounds. */
  measured: string;
  /** What the least possible work took, in the same rounds. */
  floor?: string;
  ratio?: number;
  goal: string;
  met: boolean;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** What nine in ten of the values do not exceed. */
export function nineInTen(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.9) - 1]!;
}
