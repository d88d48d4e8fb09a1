import type { ReturnStage } from "@prisma/client";
import { noteSettings } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";
import { startTask } from "../work/start-task.ts";
import { CHECK_STAGES } from "./check/check-stages.ts";
import { requestChecks } from "./check/request-checks.ts";
import { loadReturnSettings, type ReturnSettings } from "./return-settings.ts";

/**
 * Changes the merchant's choices about returns. What is switched on is done for all returns that have been waiting for it,
 * however many there are, and an operation shows how far that is; those that were there before Dockline stay as they are.
 * Saving the same again changes nothing.
 */
export async function changeReturnSettings(ctx: ShopContext, change: Partial<ReturnSettings>): Promise<void> {
  // Prisma's upsert without anything to update fails when another one makes the row at the same moment.
  if (Object.keys(change).length === 0) return;
  const { shop } = ctx;
  const before = await loadReturnSettings(ctx);
  const now = { ...before, ...change };
  const stages = stagesWaiting(before, now);
  const requestedAt = ctx.clock().toISOString();
  const count = await ctx.db.$transaction(async (tx) => {
    await tx.returnSettings.upsert({ where: { shop }, create: { shop, ...now }, update: change });
    await noteSettings({ ...ctx, db: tx }, { of: "returns", before, now });
    if (stages.length === 0) return 0;
    await requestChecks(tx, { shop, checked: { stages } });
    return tx.return.count({ where: { shop, stage: { in: stages }, checkAt: { not: null } } });
  });
  if (count > 0) await startTask(ctx, { kind: CHECK_STAGES, input: { stages, requestedAt, count }, count });
}

function stagesWaiting(before: ReturnSettings, now: ReturnSettings): ReturnStage[] {
  const isOn = (name: "approve" | "announce" | "label") => now[name] && !before[name];
  return [
    ...(isOn("approve") ? (["requested"] as const) : []),
    ...(isOn("announce") ? (["approved"] as const) : []),
    ...(isOn("label") ? (["announced"] as const) : []),
  ];
}
