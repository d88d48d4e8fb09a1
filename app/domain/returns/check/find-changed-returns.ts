import type { Inbound } from "../../../fulfilment/answers.ts";
import type { ShopContext } from "../../shop-context.ts";
import { isNotedReceived, loadNotedReceived } from "../settle/note-received.ts";
import { returnOfRef } from "../return-ref.ts";

/**
 * Of inbounds that the warehouse listed, those of returns that it has otherwise than was read of them last: another status,
 * or other receipts. Events say nothing about that: one may have come before the change.
 */
export async function findChangedReturns(ctx: ShopContext, inbounds: readonly Inbound[]): Promise<Inbound[]> {
  const { shop } = ctx;
  const refs = inbounds.map(({ ref }) => ref).filter((ref) => returnOfRef(ref) !== null);
  if (refs.length === 0) return [];
  const rows = await ctx.db.return.findMany({
    where: { shop, inboundRef: { in: refs } },
    select: { returnId: true, inboundRef: true, inboundStatus: true },
  });
  const noted = await loadNotedReceived(
    ctx,
    rows.map(({ returnId }) => returnId),
  );
  const byRef = new Map(rows.map((row) => [row.inboundRef, row]));
  return inbounds.filter((inbound) => {
    const row = byRef.get(inbound.ref);
    if (!row) return false;
    return inbound.status !== row.inboundStatus || !isNotedReceived(inbound, noted.get(row.returnId));
  });
}
