import type { ReturnStage } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { Watcher } from "../../work/watcher.ts";

/** The operation that shows how far the checks of some stages are. */
export const CHECK_STAGES = "check-returns";

interface CheckStages {
  stages: readonly ReturnStage[];
  /** When their checks were requested, as ISO 8601 has it. */
  requestedAt: string;
  /** How many returns there were then. */
  count: number;
}

/**
 * How far the checks are that were requested for the returns of some stages (`requestChecks`). They go on with or without
 * anybody who watches.
 * @returns `unfinished` while some are due
 */
export async function watchChecks(
  ctx: ShopContext,
  { stages, requestedAt, count, watcher }: CheckStages & { watcher: Watcher },
): Promise<{ outcome: "checked"; count: number } | "unfinished"> {
  const left = await ctx.db.return.count({
    where: {
      ...{ shop: ctx.shop, stage: { in: [...stages] } },
      ...{ checkAt: { lte: ctx.clock() }, readAt: { lt: requestedAt } },
    },
  });
  if (left === 0) return { outcome: "checked", count };
  // More may have come to these stages since.
  await watcher.reached(Math.round((100 * Math.max(0, count - left)) / Math.max(1, count)));
  return "unfinished";
}

/** Has the operations that watch checks brought up to date. */
export async function updateWatched({ db, shop }: ShopContext): Promise<void> {
  const watched = await db.task.findMany({
    where: { shop, kind: CHECK_STAGES, seen: false, state: { in: ["waiting", "running"] } },
    select: { id: true },
  });
  for (const { id: taskId } of watched) await queueJob(db, { name: "run-task", shop, taskId });
}
