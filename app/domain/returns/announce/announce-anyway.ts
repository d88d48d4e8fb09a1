import type { Return } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteAll } from "../../timeline/timeline.ts";
import { readLines, shippedElsewhere } from "../return-lines.ts";
import { readNeeds } from "../return-needs.ts";

/**
 * Has returns announced that the rules would leave alone: those that were there before Dockline, all when announcing is
 * switched off, and those whose inbound was deleted or cancelled at the warehouse, or is in another account. Those that are over or announced are
 * passed over; saying it again changes nothing.
 * @param about.all also what other locations shipped, where the warehouse has not begun with the return
 * @returns how many are announced now, as soon as their jobs run.
 */
export async function announceAnyway(
  ctx: ShopContext,
  { returnIds, all = false }: { returnIds: readonly string[]; all?: boolean },
): Promise<number> {
  const { shop } = ctx;
  return ctx.db.$transaction(async (tx) => {
    const rows = await tx.return.findMany({
      where: { shop, returnId: { in: [...returnIds] }, status: "OPEN" },
      select: { returnId: true, inboundStatus: true, lines: true, needs: true, seenNeeds: true },
    });
    const asked = await tx.return.updateManyAndReturn({
      where: {
        ...{
          shop,
          returnId: { in: rows.filter((row) => mayBeAsked(row, { all })).map(({ returnId }) => returnId) },
        },
        // Of two requests at the same moment, one is recorded.
        OR: [{ announceAnyway: false }, ...(all ? [{ sendAll: false }] : [])],
      },
      data: { announceAnyway: true, ...(all && { sendAll: true }) },
      select: { returnId: true },
    });
    const what = all ? "send-anyway" : "announce";
    await noteAll(
      { ...ctx, db: tx },
      asked.map(({ returnId: subject }) => ({ subject, kind: "asked", details: { what } })),
    );
    for (const { returnId } of asked) await queueJob(tx, { name: "follow-return", shop, returnId });
    return asked.length;
  });
}

function mayBeAsked(
  row: Pick<Return, "inboundStatus" | "lines" | "needs" | "seenNeeds">,
  { all }: { all: boolean },
): boolean {
  const lines = readLines(row.lines);
  const needs = [...readNeeds(row.needs), ...readNeeds(row.seenNeeds)];
  const isAway =
    row.inboundStatus === null ||
    needs.some(({ kind }) => kind === "inbound-gone" || kind === "other-account");
  if (all && shippedElsewhere(lines).length > 0) return isAway || row.inboundStatus === "new";
  return isAway && lines.some(({ isSent }) => isSent);
}
