import type { ReturnStage } from "@prisma/client";
import { queueJob } from "../../jobs/catalog.ts";
import { noteSettings } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";
import { loadReturnSettings, type ReturnSettings } from "./return-settings.ts";

/** Followed at once when the rules change; what is beyond is followed when something is heard of it. */
const AT_ONCE = 200;

/**
 * Changes the merchant's choices about returns. What is switched on is done for those returns too that have been waiting
 * for it, soon rather than whenever something is next heard of them; those that were there before Dockline stay as they
 * are. Saving the same again changes nothing.
 */
export async function changeReturnSettings(ctx: ShopContext, settings: ReturnSettings): Promise<void> {
  const { shop } = ctx;
  const before = await loadReturnSettings(ctx);
  await ctx.db.$transaction(async (tx) => {
    await tx.returnSettings.upsert({ where: { shop }, create: { shop, ...settings }, update: settings });
    await noteSettings({ ...ctx, db: tx }, { of: "returns", before, now: settings });
    const waiting = await tx.return.findMany({
      where: { shop, stage: { in: stagesWaiting(before, settings) } },
      orderBy: [{ createdAt: "desc" }, { returnId: "desc" }],
      take: AT_ONCE,
      select: { returnId: true },
    });
    for (const { returnId } of waiting) await queueJob(tx, { name: "follow-return", shop, returnId });
  });
}

function stagesWaiting(before: ReturnSettings, now: ReturnSettings): ReturnStage[] {
  const isOn = (name: "approve" | "announce" | "label") => now[name] && !before[name];
  return [
    ...(isOn("approve") ? (["requested"] as const) : []),
    ...(isOn("announce") ? (["approved"] as const) : []),
    ...(isOn("label") ? (["announced"] as const) : []),
  ];
}
