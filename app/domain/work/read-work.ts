import { readPushProgress, type PushProgress } from "../catalog/push/read-push.ts";
import { readUpdateProgress, type UpdateProgress } from "../catalog/update/read-update-page.ts";
import { readReading, type ShownReading } from "../catalog/import/read-reading.ts";
import type { ShopContext } from "../shop-context.ts";
import { readComparison, type ShownComparison } from "../stock/sweep/read-comparison.ts";
import { readWriting, type Writing } from "../stock/sweep/read-writing.ts";
import { readTasks, type ShownTask } from "./read-tasks.ts";

/** Everything of the shop's that takes its time: under way, or over and not yet put away by who asked for it. */
export interface Work {
  reading: ShownReading | null;
  comparison: ShownComparison | null;
  writing: Writing | null;
  /** Only while products are being created. */
  push: PushProgress | null;
  /** Only while products are being updated at the warehouse. */
  update: UpdateProgress | null;
  tasks: ShownTask[];
}

export async function readWork(ctx: ShopContext): Promise<Work> {
  const [reading, comparison, writing, push, update, tasks] = await Promise.all([
    readReading(ctx),
    readComparison(ctx),
    readWriting(ctx),
    readPushProgress(ctx),
    readUpdateProgress(ctx),
    readTasks(ctx),
  ]);
  return {
    ...{ reading, comparison, writing, tasks },
    push: push && push.counts.waiting > 0 ? push : null,
    update: update && update.counts.waiting > 0 ? update : null,
  };
}
