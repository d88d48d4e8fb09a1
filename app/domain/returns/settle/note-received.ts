import { takeTurns } from "../../../database/take-turns.ts";
import type { Tx } from "../../../db.server.ts";
import type { Inbound } from "../../../fulfilment/answers.ts";
import { receivedOn, unitsInDetails, type ReceivedUnits } from "../../inbounds/inbound-receipts.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteAll, type NewEntry } from "../../timeline/timeline.ts";

/** What was noted last of each SKU. */
type Noted = ReadonlyMap<string, string>;

/**
 * Notes in a return's timeline how many pieces have come in of each SKU, where that is another number than was noted last. The
 * jobs of returns and of stock read the same receipts, often at the same moment: the second job notes nothing.
 */
export async function noteReceived(
  ctx: ShopContext,
  { returnId, inbound }: { returnId: string; inbound: Inbound },
): Promise<void> {
  const { shop } = ctx;
  if (receivedOn(inbound).units.size === 0) return;
  if (isNotedReceived(inbound, (await loadNotedReceived(ctx, [returnId])).get(returnId))) return;
  await ctx.db.$transaction(async (tx) => {
    await takeTurns(tx, `received of ${shop} ${returnId}`);
    const noted = await loadNotedReceived({ shop, db: tx }, [returnId]);
    const entries = changedSince(inbound, noted.get(returnId)).map(([sku, pieces]): NewEntry => ({
      subject: returnId,
      kind: "received",
      details: { sku, ...unitsInDetails(pieces) },
    }));
    await noteAll({ ...ctx, db: tx }, entries);
  });
}

/** What was noted last as received of each of these returns. */
export async function loadNotedReceived(
  { shop, db }: { shop: ShopContext["shop"]; db: Tx },
  returnIds: readonly string[],
): Promise<Map<string, Noted>> {
  if (returnIds.length === 0) return new Map();
  const entries = await db.timelineEntry.findMany({
    where: { shop, subject: { in: [...returnIds] }, kind: "received" },
    orderBy: { id: "asc" },
    select: { subject: true, details: true },
  });
  const noted = new Map<string, Map<string, string>>();
  for (const { subject, details } of entries) {
    const { sku, ...units } = details as { sku: string } & Partial<ReceivedUnits>;
    const ofReturn = noted.get(subject) ?? new Map<string, string>();
    noted.set(subject, ofReturn.set(sku, inOne(units)));
  }
  return noted;
}

/** Whether an inbound's receipts are what was noted last. */
export function isNotedReceived(inbound: Inbound, noted: Noted | undefined): boolean {
  return changedSince(inbound, noted).length === 0;
}

function changedSince(inbound: Inbound, noted: Noted = new Map()) {
  return [...receivedOn(inbound).units].filter(([sku, units]) => noted.get(sku) !== inOne(units));
}

/** Entries made before units could be of unknown condition name none of them. */
const inOne = ({ good = 0, defective = 0, unclear = 0 }: Partial<ReceivedUnits>) =>
  `${good} ${defective} ${unclear}`;
