import type { Prisma } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { note } from "../../timeline/timeline.ts";

export type RedoLabelOutcome =
  | { outcome: "asked" }
  /** There is no such return, or it is not open, or the warehouse does not expect it. */
  | { outcome: "not-possible" };

/** The merchant wants a label tried again at once that waits or has failed. */
export async function retryLabel(
  ctx: ShopContext,
  { returnId }: { returnId: string },
): Promise<RedoLabelOutcome> {
  return ask(ctx, { returnId, what: "label", data: { labelSince: null } });
}

/**
 * The merchant wants a new label fetched and put on the return, also where one of ours is already or the rules say that none is
 * wanted. A label that somebody else put there stays. The customer gets an email as with the first. Asking again before
 * it is done changes nothing.
 */
export async function remakeLabel(
  ctx: ShopContext,
  { returnId }: { returnId: string },
): Promise<RedoLabelOutcome> {
  const data = { labelSince: null, labelAnew: true, labelVersion: { increment: 1 } };
  return ask(ctx, { returnId, what: "label-anew", data, unless: { labelAnew: true } });
}

/** The work is left to the job that follows the return: only one of its kind runs in a shop at a time. */
async function ask(
  ctx: ShopContext,
  about: {
    returnId: string;
    what: string;
    data: Prisma.ReturnUpdateManyMutationInput;
    /** Of a return that is so already, it has been asked. */
    unless?: Prisma.ReturnWhereInput;
  },
): Promise<RedoLabelOutcome> {
  const { shop } = ctx;
  const { returnId, what, data, unless } = about;
  return ctx.db.$transaction(async (tx): Promise<RedoLabelOutcome> => {
    const where = { shop, returnId, status: "OPEN", inboundStatus: { not: null } };
    const { count } = await tx.return.updateMany({
      where: { ...where, ...(unless && { NOT: unless }) },
      data,
    });
    if (count === 0 && (!unless || (await tx.return.count({ where })) === 0))
      return { outcome: "not-possible" };
    if (count > 0) await note({ ...ctx, db: tx }, { subject: returnId, kind: "asked", details: { what } });
    await queueJob(tx, { name: "follow-return", shop, returnId });
    return { outcome: "asked" };
  });
}
