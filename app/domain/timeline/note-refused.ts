import { isDeepStrictEqual } from "node:util";
import type { ShopContext } from "../shop-context.ts";
import { note, type NewEntry, type TimelineDetails } from "./timeline.ts";

/**
 * Notes that the warehouse refused a write, unless the last of its kind was refused the same way and nobody has asked for
 * another try since: what is tried every hour must not fill the timeline.
 */
export async function noteRefused(
  ctx: ShopContext,
  { subject, kind, details = {} }: Pick<NewEntry, "subject" | "kind" | "details">,
): Promise<void> {
  const last = await ctx.db.timelineEntry.findFirst({
    where: { shop: ctx.shop, subject, kind: { in: [kind, "asked"] } },
    orderBy: { id: "desc" },
    select: { kind: true, outcome: true, details: true },
  });
  const isSame =
    last?.kind === kind && last.outcome === "refused" && isRepeated(last.details as TimelineDetails, details);
  if (!isSame) await note(ctx, { subject, kind, details, outcome: "refused" });
}

/** A reason that was redacted is taken for the same. */
function isRepeated(before: TimelineDetails, { reason, ...now }: TimelineDetails): boolean {
  const { reason: reasonBefore = reason, ...rest } = before;
  return isDeepStrictEqual(rest, now) && reasonBefore === reason;
}
