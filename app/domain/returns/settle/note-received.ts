import type { Inbound } from "../../../fulfilment/answers.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteAll } from "../../timeline/timeline.ts";
import { receivedOn } from "./allocate-receipts.ts";

/** Notes in a return's timeline how many pieces have come in of each SKU, where that is another number than was noted last. */
export async function noteReceived(
  ctx: ShopContext,
  { returnId, inbound }: { returnId: string; inbound: Pick<Inbound, "receipts"> },
): Promise<void> {
  const received = receivedOn(inbound);
  if (received.size === 0) return;
  const noted = await ctx.db.timelineEntry.findMany({
    where: { shop: ctx.shop, subject: returnId, kind: "received" },
    orderBy: { id: "asc" },
    select: { details: true },
  });
  const last = new Map(
    noted.map(({ details }) => {
      const { sku, good, defective } = details as { sku: string; good: number; defective: number };
      return [sku, `${good} ${defective}`];
    }),
  );
  const changed = [...received].filter(
    ([sku, { good, defective }]) => last.get(sku) !== `${good} ${defective}`,
  );
  await noteAll(
    ctx,
    changed.map(([sku, pieces]) => ({ subject: returnId, kind: "received", details: { sku, ...pieces } })),
  );
}
