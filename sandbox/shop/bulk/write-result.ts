import { setImmediate as breathe, setTimeout as sleep } from "node:timers/promises";
import type { BulkOperation } from "../store/shop.ts";
import type { BulkFaults } from "./bulk-faults.ts";
import type { Line } from "./read-objects.ts";
import type { ResultFile } from "./result-store.ts";

/** What is different about one operation, on purpose. */
export type Behaviour = ReturnType<typeof takeBehaviour>;

export const takeBehaviour = (faults: BulkFaults, signal: AbortSignal) => ({
  hold: faults.takeHold(signal),
  pace: faults.take("pace"),
  fail: faults.take("fail"),
  lack: faults.take("lack"),
  interleave: faults.take("interleave"),
});

/** Objects read at once; more would keep requests waiting for longer than one of them takes. */
const SLICE = 500;

/** A pace is kept in steps of this length. */
const STEP_MS = 50;

/**
 * Writes lines to a file until there are no more, or until the operation fails as it should. Counts as it goes, and
 * lets requests be served in between.
 */
export async function writeResult(
  file: ResultFile,
  of: {
    lines: Generator<Line, void>;
    operation: BulkOperation;
    behaviour: Behaviour;
    signal: AbortSignal;
  },
): Promise<void> {
  const { lines, operation, behaviour, signal } = of;
  const { pace, fail, lack } = behaviour;
  let hold = behaviour.hold?.status === "RUNNING" ? behaviour.hold : undefined;
  let isAtEnd = false;
  const isDue = (fault: { afterObjects: number } | undefined) =>
    fault && (isAtEnd || operation.objectCount >= fault.afterObjects);

  for (;;) {
    if (hold && isDue(hold)) {
      await hold.released;
      hold = undefined;
    }
    if (fail && isDue(fail)) return void (operation.errorCode = fail.errorCode);
    if (isAtEnd || (lack && isDue(lack))) return;
    const stops = [hold, fail, lack].flatMap((one) => (one ? one.afterObjects - operation.objectCount : []));
    const step = pace ? Math.max(1, Math.round((pace.objectsPerSecond * STEP_MS) / 1000)) : SLICE;
    const { text, ...taken } = take(lines, Math.min(step, SLICE, ...stops));
    await file.write(text);
    operation.objectCount += taken.objects;
    operation.rootObjectCount += taken.roots;
    isAtEnd = taken.isAtEnd;
    if (pace && !isAtEnd) await sleep((step / pace.objectsPerSecond) * 1000, undefined, { signal });
    else await breathe(undefined, { signal });
  }
}

function take(lines: Generator<Line, void>, most: number) {
  let text = "";
  let roots = 0;
  let objects = 0;
  while (objects < most) {
    const { value } = lines.next();
    if (!value) return { text, roots, objects, isAtEnd: true };
    text += `${JSON.stringify(value.object)}\n`;
    objects++;
    if (value.isRoot) roots++;
  }
  return { text, roots, objects, isAtEnd: false };
}
