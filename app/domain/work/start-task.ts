import { randomUUID } from "node:crypto";
import { takeTurns } from "../../database/take-turns.ts";
import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import type { AskedTask } from "./task-kinds.ts";

/**
 * Has a worker do something the merchant asked for: the task and its job, both or neither. Asked for again before it is
 * done, it is one task. What came of an earlier one of the kind is put away, so that a page shows one of each.
 */
export async function startTask(
  { db, shop, clock, staffId }: ShopContext,
  { kind, input, count }: AskedTask & { count: number },
): Promise<void> {
  const id = randomUUID();
  await db.$transaction(async (tx) => {
    // Of two who ask for the same at once, the second sees the first.
    await takeTurns(tx, `tasks of ${shop}`);
    const [same] = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM "Task"
      WHERE "shop" = ${shop} AND NOT "seen" AND "endedAt" IS NULL AND "kind" = ${kind}
        AND "input" = ${JSON.stringify(input)}::jsonb`;
    if (same) return;
    await tx.task.updateMany({ where: { shop, kind, endedAt: { not: null } }, data: { seen: true } });
    await tx.task.create({ data: { shop, id, kind, input, count, askedAt: clock(), staffId } });
    await queueJob(tx, { name: "run-task", shop, taskId: id });
  });
}
