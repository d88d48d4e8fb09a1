import { queueJob } from "../../jobs/catalog.ts";
import type { WaitingHint } from "../events/waiting-hints.ts";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { noteAll } from "../timeline/timeline.ts";
import { isPurchaseRef } from "./purchase-ref.ts";

/**
 * Has the purchases followed that these hints name, and puts the hints into their timelines, each once however often
 * they are followed. Hints of one shop are followed by one run at a time.
 */
export async function hearOfPurchases(ctx: ShopContext, hints: readonly WaitingHint[]): Promise<void> {
  const { shop } = ctx;
  const named = Map.groupBy(
    hints.filter(({ identifier }) => isPurchaseRef(identifier ?? "")),
    ({ identifier }) => identifier as InboundRef,
  );
  if (named.size === 0) return;
  const rows = await ctx.db.purchaseInbound.findMany({
    where: { shop, ref: { in: [...named.keys()] } },
    select: { ref: true, heardId: true },
  });
  for (const { heardId, ...row } of rows) {
    const ref = row.ref as InboundRef;
    const fresh = (named.get(ref) ?? []).filter(({ id }) => id > heardId);
    const last = fresh.at(-1);
    if (!last) continue;
    await ctx.db.$transaction(async (tx) => {
      await tx.purchaseInbound.updateMany({
        where: { shop, ref },
        data: { heardId: last.id, due: true, edition: { increment: 1 } },
      });
      await noteAll(
        { ...ctx, db: tx },
        fresh.map(({ event, receivedAt }) => ({
          ...{ subject: ref, kind: "heard", details: { event }, at: receivedAt },
        })),
      );
      await queueJob(tx, { name: "follow-purchase", shop, ref });
    });
  }
}
