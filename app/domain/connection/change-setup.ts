import { noteActivity } from "../activity/note-activity.ts";
import type { ShopContext } from "../shop-context.ts";

/** Notes that the merchant has looked at what going live would change. The first time counts. */
export async function noteReportSeen(ctx: ShopContext): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.connection.updateMany({
      where: { shop: ctx.shop, disconnectedAt: null, locationId: { not: null }, reportSeenAt: null },
      data: { reportSeenAt: ctx.clock() },
    });
    if (count > 0) await noteActivity({ ...ctx, db: tx }, { kind: "report-seen", details: {} });
  });
}

/** The merchant is reminded of the set-up no more; the guide itself stays where it is. The first time counts. */
export async function dismissGuide(ctx: ShopContext): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.connection.updateMany({
      where: { shop: ctx.shop, disconnectedAt: null, guideDismissedAt: null },
      data: { guideDismissedAt: ctx.clock() },
    });
    if (count > 0) await noteActivity({ ...ctx, db: tx }, { kind: "guide-dismissed", details: {} });
  });
}
