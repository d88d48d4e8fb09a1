import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteAll } from "../../timeline/timeline.ts";

/**
 * Has returns announced that the rules would leave alone: those that were there before Dockline, all when announcing is
 * switched off, and those whose inbound was deleted or cancelled at the warehouse, or is in another account. Those that are over or announced are
 * passed over; saying it again changes nothing.
 * @returns how many are announced now, as soon as their jobs run.
 */
export async function announceAnyway(
  ctx: ShopContext,
  { returnIds }: { returnIds: readonly string[] },
): Promise<number> {
  const { shop } = ctx;
  return ctx.db.$transaction(async (tx) => {
    const asked = await tx.return.updateManyAndReturn({
      where: {
        ...{ shop, returnId: { in: [...returnIds] }, status: "OPEN", announceAnyway: false },
        OR: [
          { inboundStatus: null },
          { needs: { array_contains: [{ kind: "inbound-gone" }] } },
          { needs: { array_contains: [{ kind: "other-account" }] } },
        ],
      },
      data: { announceAnyway: true },
      select: { returnId: true },
    });
    await noteAll(
      { ...ctx, db: tx },
      asked.map(({ returnId: subject }) => ({ subject, kind: "asked", details: { what: "announce" } })),
    );
    for (const { returnId } of asked) await queueJob(tx, { name: "follow-return", shop, returnId });
    return asked.length;
  });
}
