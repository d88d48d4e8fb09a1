import type { PushProgress } from "../domain/catalog/push/read-push.ts";
import type { UpdateProgress } from "../domain/catalog/update/read-update-page.ts";
import type { Reading } from "../domain/catalog/import/read-reading.ts";
import type { ShownComparison } from "../domain/stock/sweep/read-comparison.ts";
import type { Writing } from "../domain/stock/sweep/read-writing.ts";

/*
 * How far work is, in percent: a beginning for what cannot be counted, then up to the whole as things are dealt with.
 */

export function readPercent({ stage, variants, expected }: Reading): number {
  switch (stage) {
    case "exporting":
      return 5;
    case "listing":
      return 20;
    case "storing":
      return 40 + share(60, variants, expected ?? 1);
  }
}

export function comparedPercent({
  stage,
  compared,
  variants,
}: Extract<ShownComparison, { state: "running" }>): number {
  switch (stage) {
    case "waiting":
      return 5;
    case "listing":
      return 15;
    case "gathering":
      return 35;
    case "comparing":
      return 40 + share(60, compared, variants);
  }
}

export function writtenPercent({ left, of }: Writing): number {
  return share(100, of - left, of);
}

export function pushedPercent({
  waiting,
  ...done
}: PushProgress["counts"] | UpdateProgress["counts"]): number {
  const settled = Object.values<number>(done).reduce((sum, count) => sum + count, 0);
  return share(100, settled, settled + waiting);
}

function share(most: number, part: number, whole: number): number {
  return most * Math.min(1, part / Math.max(1, whole));
}
