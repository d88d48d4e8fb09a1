import type { Tx } from "../../db.server.ts";
import type { ToldWork } from "../activity/activity-kinds.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";
import type { WorkName } from "./cancel-work.ts";
import type { TaskKind } from "./task-kinds.ts";

/** The merchant has seen what came of some work, and it is not shown any more. What is under way stays. */
export async function putAway(ctx: ShopContext, name: WorkName): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const work = await dismiss(tx, { shop: ctx.shop, name });
    if (work) await noteActivity({ ...ctx, db: tx }, { kind: "work-dismissed", details: { work } });
  });
}

/** @returns the work whose result was shown until now */
async function dismiss(
  tx: Tx,
  { shop, name }: { shop: string; name: WorkName },
): Promise<ToldWork | undefined> {
  switch (name.work) {
    case "reading": {
      const where = { shop, stage: "done", asked: true } as const;
      const { count } = await tx.catalogueImport.updateMany({ where, data: { asked: false } });
      return count > 0 ? "import" : undefined;
    }
    case "comparison": {
      const where = { shop, asked: true };
      const { count } = await tx.stockComparison.updateMany({ where, data: { asked: false } });
      return count > 0 ? "full-sync" : undefined;
    }
    case "push":
    case "update":
      return undefined; // Its result stays on its page.
    case "task": {
      const [task] = await tx.task.updateManyAndReturn({
        where: { shop, id: name.taskId, endedAt: { not: null }, seen: false },
        data: { seen: true },
        select: { kind: true },
      });
      return task?.kind as TaskKind | undefined;
    }
  }
}
