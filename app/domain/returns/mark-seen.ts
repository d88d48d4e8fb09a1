import type { Tx } from "../../db.server.ts";
import { queueJob } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { kindsOf, needsEntries, noteAll } from "../timeline/timeline.ts";
import { afterSeen, afterShown, withoutSeen, type ShownNeeds } from "./decide-seen.ts";
import { readNeeds, type Need } from "./return-needs.ts";

/** The needs as they are now: until the transaction ends, nothing else changes them. Null when there is no such return. */
export async function lockNeeds(
  tx: Tx,
  { shop, returnId }: { shop: string; returnId: string },
): Promise<ShownNeeds | null> {
  const [row] = await tx.$queryRaw<{ needs: unknown; seenNeeds: unknown }[]>`
    SELECT "needs", "seenNeeds" FROM "Return" WHERE "shop" = ${shop} AND "returnId" = ${returnId} FOR UPDATE`;
  return row ? { needs: readNeeds(row.needs), seen: readNeeds(row.seenNeeds) } : null;
}

/**
 * The merchant is done with these needs of a return: from now on they are not shown, whether or not either system answers. Safe
 * twice.
 * @returns whether they are hidden now; false when they have ended or changed since
 */
export async function markSeen(
  ctx: ShopContext,
  { returnId, needs }: { returnId: string; needs: readonly Need[] },
): Promise<boolean> {
  return change(ctx, {
    ...{ returnId, what: "seen" },
    decide: (known) => afterSeen(known, needs),
    isDone: ({ seen }) => withoutSeen(needs, seen).length < needs.length,
  });
}

/** Shows all needs of a return again that the merchant has marked as seen. Safe twice. @returns whether there were any */
export async function showSeen(ctx: ShopContext, { returnId }: { returnId: string }): Promise<boolean> {
  return change(ctx, { returnId, what: "show-seen", decide: afterShown, isDone: () => false });
}

async function change(
  ctx: ShopContext,
  about: {
    returnId: string;
    what: string;
    decide(known: ShownNeeds): ShownNeeds | null;
    /** Where nothing is left to do: whether that is because it is done. */
    isDone(known: ShownNeeds): boolean;
  },
): Promise<boolean> {
  const { shop } = ctx;
  const { returnId, what } = about;
  return ctx.db.$transaction(async (tx) => {
    const known = await lockNeeds(tx, { shop, returnId });
    if (!known) return false;
    const now = about.decide(known);
    if (!now) return about.isDone(known);
    await tx.return.updateMany({
      where: { shop, returnId },
      data: { needs: [...now.needs], needsPerson: now.needs.length > 0, seenNeeds: [...now.seen] },
    });
    await noteAll({ ...ctx, db: tx }, [
      {
        subject: returnId,
        kind: "asked",
        details: { what, needs: kindsOf(withoutSeen(known.needs, now.needs)) },
      },
      ...needsEntries(returnId, { before: known.needs, now: now.needs }),
    ]);
    // What waits for the merchant goes on, and what is shown again gets its words back.
    await queueJob(tx, { name: "follow-return", shop, returnId });
    return true;
  });
}
