import type { Inbound } from "../../../fulfilment/answers.ts";
import { receivedOn, unitsInDetails, type ReceivedUnits } from "../../inbounds/inbound-receipts.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteAll } from "../../timeline/timeline.ts";

/** Notes in a return's timeline how many pieces have come in of each SKU, where that is another number than was noted last. */
export async function noteReceived(
  ctx: ShopContext,
  { returnId, inbound }: { returnId: string; inbound: Inbound },
): Promise<void> {
  const { units } = receivedOn(inbound);
  if (units.size === 0) return;
  const noted = await ctx.db.timelineEntry.findMany({
    where: { shop: ctx.shop, subject: returnId, kind: "received" },
    orderBy: { id: "asc" },
    select: { details: true },
  });
  const last = new Map(
    noted.map(({ details }) => {
      const { sku, ...before } = details as { sku: string } & Partial<ReceivedUnits>;
      return [sku, inWords(before)];
    }),
  );
  const changed = [...units].filter(([sku, pieces]) => last.get(sku) !== inWords(pieces));
  await noteAll(
    ctx,
    changed.map(([sku, pieces]) => ({
      subject: returnId,
      kind: "received",
      details: { sku, ...unitsInDetails(pieces) },
    })),
  );
}

/** Entries made before units could be of unknown condition name none of them. */
const inWords = ({ good = 0, defective = 0, unclear = 0 }: Partial<ReceivedUnits>) =>
  `${good} ${defective} ${unclear}`;
