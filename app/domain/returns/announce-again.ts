import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { note } from "../timeline/timeline.ts";
import { readNeeds } from "./return-needs.ts";

/**
 * Has a return announced again whose inbound the warehouse no longer has: what was known of that is forgotten. Refused
 * for all others, which would be announced twice if the warehouse were only slow to say so. Saying it again does nothing.
 * @returns whether it is announced again, as soon as its job runs.
 */
export async function announceAgain(ctx: ShopContext, { returnId }: { returnId: string }): Promise<boolean> {
  const { shop } = ctx;
  return ctx.db.$transaction(async (tx) => {
    const row = await tx.return.findUnique({
      where: { shop_returnId: { shop, returnId } },
      select: { needs: true, inboundStatus: true },
    });
    const isGone = row && readNeeds(row.needs).some(({ kind }) => kind === "inbound-gone");
    if (!isGone || row.inboundStatus === null) return false;
    await tx.return.updateMany({
      where: { shop, returnId, status: "OPEN" },
      // The merchant's word counts, also where the rules would not announce it.
      data: { inboundStatus: null, announcingAt: null, announceAnyway: true },
    });
    await note({ ...ctx, db: tx }, { subject: returnId, kind: "asked", details: { what: "announce-again" } });
    await queueJob(tx, { name: "follow-return", shop, returnId });
    return true;
  });
}
