import type { Inbound } from "../../../fulfilment/answers.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { receivedOn } from "../../inbounds/inbound-receipts.ts";
import type { ShopContext } from "../../shop-context.ts";
import { note } from "../../timeline/timeline.ts";
import { readNeeds } from "../return-needs.ts";

/** Whether what is short counts as missing now: the merchant said so, and the inbound shows all that has come. */
export function countsMissing(
  { missingAsked }: { missingAsked: boolean },
  inbound: Pick<Inbound, "ref" | "lines" | "receipts"> | null,
): boolean {
  return missingAsked && inbound !== null && receivedOn(inbound).isComplete;
}

export type MarkMissingOutcome = { outcome: "asked" | "nothing-short" | "unknown-return" };

/**
 * The merchant says that what has not come of a return, now that the warehouse is done with it or that it is overdue, counts as
 * missing. Just that is disposed of, as it is when it is done: what has come in the meantime is not missing. Safe twice.
 */
export async function markMissing(
  ctx: ShopContext,
  { returnId }: { returnId: string },
): Promise<MarkMissingOutcome> {
  const { shop } = ctx;
  const row = await ctx.db.return.findUnique({ where: { shop_returnId: { shop, returnId } } });
  if (!row) return { outcome: "unknown-return" };
  if (!readNeeds(row.needs).some(({ kind }) => kind === "short" || kind === "overdue"))
    return { outcome: "nothing-short" };
  await ctx.db.$transaction(async (tx) => {
    const where = { shop, returnId, missingAsked: false };
    const { count } = await tx.return.updateMany({ where, data: { missingAsked: true } });
    if (count > 0)
      await note({ ...ctx, db: tx }, { subject: returnId, kind: "asked", details: { what: "missing" } });
    await queueJob(tx, { name: "dispose-return", shop, returnId });
  });
  return { outcome: "asked" };
}
