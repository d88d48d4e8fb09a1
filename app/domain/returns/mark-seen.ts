import { isDeepStrictEqual } from "node:util";
import type { Prisma, Return } from "@prisma/client";
import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { note } from "../timeline/timeline.ts";
import { readNeeds, type Need } from "./return-needs.ts";

/** Needs about what neither system can undo: the merchant has to see them once. */
const TOLD_ONCE: readonly Need["kind"][] = ["corrected", "turned-up"];

/** The needs without those that the merchant has seen. With another number in it, a need is another one. */
export function withoutSeen(needs: readonly Need[], seen: unknown): Need[] {
  const known = readNeeds(seen);
  return needs.filter((need) => !known.some((one) => isDeepStrictEqual(one, need)));
}

/** Removes the needs that have ended from those that the merchant has seen: when one of them comes back, the page shows it again. */
export async function forgetSeen(
  ctx: ShopContext,
  { row, needs }: { row: Pick<Return, "returnId" | "seenNeeds">; needs: readonly Need[] },
): Promise<void> {
  const { returnId, seenNeeds } = row;
  const known = readNeeds(seenNeeds);
  const still = known.filter((need) => needs.some((one) => isDeepStrictEqual(one, need)));
  if (still.length === known.length) return;
  const where = { shop: ctx.shop, returnId, seenNeeds: { equals: seenNeeds as Prisma.InputJsonArray } };
  await ctx.db.return.updateMany({ where, data: { seenNeeds: still } });
}

/**
 * Records that the merchant has seen the needs of these kinds, so that no page shows them again. Safe twice.
 * @returns whether there was such a thing
 */
export async function markSeen(ctx: ShopContext, { returnId }: { returnId: string }): Promise<boolean> {
  const { shop } = ctx;
  return ctx.db.$transaction(async (tx) => {
    const row = await tx.return.findUnique({ where: { shop_returnId: { shop, returnId } } });
    const needs = readNeeds(row?.needs ?? []).filter(({ kind }) => TOLD_ONCE.includes(kind));
    if (!row || needs.length === 0) return false;
    const fresh = withoutSeen(needs, row.seenNeeds);
    if (fresh.length === 0) return true;
    const seenNeeds = [...readNeeds(row.seenNeeds), ...fresh];
    const where = { shop, returnId, seenNeeds: { equals: row.seenNeeds as Prisma.InputJsonArray } };
    const { count } = await tx.return.updateMany({ where, data: { seenNeeds } });
    // Another request has said so at this moment.
    if (count === 0) return true;
    await note({ ...ctx, db: tx }, { subject: returnId, kind: "asked", details: { what: "seen" } });
    await queueJob(tx, { name: "follow-return", shop, returnId });
    return true;
  });
}
