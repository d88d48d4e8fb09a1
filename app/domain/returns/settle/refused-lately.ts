import type { ShopContext } from "../../shop-context.ts";
import type { TimelineDetails, TimelineKind } from "../../timeline/timeline.ts";

/** What the shop refused is sent again after so long, in milliseconds: something may have changed that nobody told of. */
const AGAIN_MS = 24 * 60 * 60 * 1000;

/** What the merchant asks of the page alone: no other try. */
const SHOWN: readonly string[] = ["seen", "show-seen"];

/**
 * Why the shop refused the same write the last time, if that was lately and the merchant has not asked for another try
 * since: sweeps must not fill the timeline with the same refusal.
 */
export async function refusedLately(
  ctx: ShopContext,
  about: { subject: string; kind: TimelineKind; key: string; same: TimelineDetails },
): Promise<string | null> {
  const { subject, kind, key, same } = about;
  const since = new Date(ctx.clock().getTime() - AGAIN_MS);
  const entries = await ctx.db.timelineEntry.findMany({
    where: { shop: ctx.shop, subject, at: { gt: since }, kind: { in: [kind, "asked"] } },
    orderBy: { id: "desc" },
  });
  for (const { kind: found, outcome, details } of entries) {
    const written = details as TimelineDetails;
    if (found === "asked" && !SHOWN.includes(String(written["what"]))) return null;
    if (written["key"] !== key) continue;
    const isSame = Object.entries(same).every(([name, value]) => written[name] === value);
    return outcome === "refused" && isSame ? String(written["reason"] ?? "") : null;
  }
  return null;
}
