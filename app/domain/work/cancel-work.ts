import { noteActivity } from "../activity/note-activity.ts";
import { cancelImport } from "../catalog/import/cancel-import.ts";
import { cancelPush } from "../catalog/push/cancel-push.ts";
import { cancelUpdate } from "../catalog/update/cancel-update.ts";
import type { ShopContext } from "../shop-context.ts";
import { cancelComparison } from "../stock/sweep/cancel-comparison.ts";
import type { TaskKind } from "./task-kinds.ts";

/** Which work: a shop has one of each at a time, and any number of tasks. */
export type WorkName =
  | { work: "reading" | "comparison" | "push" | "update" }
  | { work: "task"; taskId: string };

export type CancelWorkOutcome =
  | { outcome: "cancelled" }
  /** So many products are not created. */
  | { outcome: "push-cancelled"; count: number }
  /** So many products are not updated. */
  | { outcome: "update-cancelled"; count: number }
  /** It was done before it could be called off, or called off before. */
  | { outcome: "over" };

/** Calls off work that is under way. What becomes of what was done by then is the work's own to say. */
export async function cancelWork(ctx: ShopContext, name: WorkName): Promise<CancelWorkOutcome> {
  switch (name.work) {
    case "reading":
      return cancelledIf(await cancelImport(ctx));
    case "comparison":
      return cancelledIf(await cancelComparison(ctx));
    case "push": {
      const count = await cancelPush(ctx);
      return count === null ? { outcome: "over" } : { outcome: "push-cancelled", count };
    }
    case "update": {
      const count = await cancelUpdate(ctx);
      return count === null ? { outcome: "over" } : { outcome: "update-cancelled", count };
    }
    case "task":
      return cancelledIf(await cancelTask(ctx, name.taskId));
  }
}

const cancelledIf = (is: boolean): CancelWorkOutcome => ({ outcome: is ? "cancelled" : "over" });

/** Nothing of a task is changed before its end, and then it is done: called off, it changes nothing, even while it runs. */
async function cancelTask(ctx: ShopContext, id: string): Promise<boolean> {
  return ctx.db.$transaction(async (tx) => {
    const [task] = await tx.task.updateManyAndReturn({
      where: { shop: ctx.shop, id, state: { in: ["waiting", "running"] } },
      data: { state: "cancelled", endedAt: ctx.clock() },
      select: { kind: true },
    });
    if (!task) return false;
    const details = { work: task.kind as TaskKind, count: 0 };
    await noteActivity({ ...ctx, db: tx }, { kind: "work-canceled", details });
    return true;
  });
}
