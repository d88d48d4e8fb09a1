import type { Inbound } from "../../../fulfilment/answers.ts";
import type { ShopContext } from "../../shop-context.ts";
import { isNotedReceived } from "../settle/note-received.ts";
import { isRefOf, returnOfRef } from "../return-ref.ts";

/**
 * Of inbounds that the warehouse listed, those of returns that it has otherwise than was read of them last: another status,
 * or other receipts. Events say nothing about that: one may have come before the change.
 */
export async function findChangedReturns(ctx: ShopContext, inbounds: readonly Inbound[]): Promise<Inbound[]> {
  const { shop } = ctx;
  const returnIds = inbounds.flatMap(({ ref }) => returnOfRef(ref) ?? []);
  if (returnIds.length === 0) return [];
  const rows = await ctx.db.return.findMany({
    where: { shop, returnId: { in: returnIds } },
    select: { returnId: true, inboundRef: true, inboundStatus: true, received: true },
  });
  const known = new Map(rows.map((row) => [row.returnId, row]));
  return inbounds.filter((inbound) => {
    const row = known.get(returnOfRef(inbound.ref) ?? "");
    if (!row || !isRefOf(row, inbound.ref)) return false;
    const isCurrent = inbound.ref === row.inboundRef;
    return (isCurrent && inbound.status !== row.inboundStatus) || !isNotedReceived(inbound, row.received);
  });
}
