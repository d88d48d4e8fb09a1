import { isDeepStrictEqual } from "node:util";
import type { Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import { unitsInDetails } from "../../inbounds/inbound-receipts.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteAll, type NewEntry } from "../../timeline/timeline.ts";
import { readReadings, sumOf, withInbound, withoutParcels } from "./return-receipts.ts";

/** Whether an inbound of a return shows what is stored of it. */
export function isNotedReceived(inbound: Inbound, received: unknown): boolean {
  const readings = readReadings(received);
  return isDeepStrictEqual(withInbound(readings, inbound), readings);
}

/**
 * Stores what an inbound of a return shows to have come in, and notes in the timeline how many units have come in of each SKU, where
 * that is another number than before. The jobs of returns and of stock read the same receipts, often at the same moment: the second
 * job notes nothing.
 * @param about.received as it is stored with the return
 */
export async function noteReceived(
  ctx: ShopContext,
  { returnId, received, inbound }: { returnId: string; received: unknown; inbound: Inbound },
): Promise<void> {
  if (isNotedReceived(inbound, received)) return;
  const { shop } = ctx;
  await ctx.db.$transaction(async (tx) => {
    const [row] = await tx.$queryRaw<Pick<Return, "received" | "redactedAt">[]>`
      SELECT "received", "redactedAt" FROM "Return" WHERE "shop" = ${shop} AND "returnId" = ${returnId} FOR UPDATE`;
    if (!row) return;
    const before = readReadings(row.received);
    const shown = withInbound(before, inbound);
    const now = row.redactedAt ? shown.map(withoutParcels) : shown;
    if (isDeepStrictEqual(now, before)) return;
    await tx.return.updateMany({ where: { shop, returnId }, data: { received: now } });
    const known = sumOf(before).units;
    const entries = [...sumOf(now).units].flatMap(([sku, units]): NewEntry[] =>
      isDeepStrictEqual(units, known.get(sku))
        ? []
        : [{ subject: returnId, kind: "received", details: { sku, ...unitsInDetails(units) } }],
    );
    await noteAll({ ...ctx, db: tx }, entries);
  });
}
