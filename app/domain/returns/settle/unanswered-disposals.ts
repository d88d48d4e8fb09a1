import { z } from "zod";
import { DISPOSITION_TYPES, type ShopReturn } from "../../../shopify/returns.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteNotRestocked, noteRestockArrived } from "../../stock/mirror/note-restocks.ts";
import { MAY_ARRIVE_MS, noteArrived } from "../../timeline/send-once.ts";
import type { Disposition } from "./decide-dispositions.ts";

/** What a disposition's timeline entry keeps of it, so that reading the return can tell whether it arrived. */
const sentSchema = z.object({
  /** Of its ledger entries. */
  write: z.string(),
  plan: z.string().transform((text) =>
    z
      .array(
        z.object({
          line: z.string(),
          type: z.enum(DISPOSITION_TYPES),
          /** So many of this type the line has once it has arrived. */
          until: z.int(),
        }),
      )
      .parse(JSON.parse(text)),
  ),
});

/** A disposition as `sentSchema` reads it. */
export function planOf(dispositions: readonly Disposition[]): string {
  return JSON.stringify(
    dispositions.map(({ reverseLineId, type, quantity, before }) => ({
      ...{ line: reverseLineId, type, until: before + quantity },
    })),
  );
}

/**
 * Finds out about dispositions of a return that were sent and not answered: what reading the return shows to have
 * arrived is noted so; what has not, and cannot any more, raises nothing.
 * @returns how long to wait, in milliseconds, when one may still arrive: nothing of the return may be disposed of before.
 */
export async function settleUnanswered(
  ctx: ShopContext,
  shown: Pick<ShopReturn, "id" | "reverseOrders">,
): Promise<{ arrived: boolean; waitMs: number | null }> {
  const open = await ctx.db.timelineEntry.findMany({
    where: { shop: ctx.shop, subject: shown.id, kind: "dispose", outcome: "intended" },
    select: { at: true, details: true },
  });
  const lines = shown.reverseOrders.flatMap((one) => one.lines);
  const disposed = (id: string, type: string) =>
    (lines.find((line) => line.id === id)?.dispositions ?? [])
      .filter((one) => one.type === type)
      .reduce((sum, { quantity }) => sum + quantity, 0);
  let [arrived, waitMs]: [boolean, number | null] = [false, null];
  for (const { at, details } of open) {
    const { write, plan } = sentSchema.parse(details);
    const { key } = z.object({ key: z.string() }).parse(details);
    if (plan.every(({ line, type, until }) => disposed(line, type) >= until)) {
      await noteRestockArrived(ctx, { key: write });
      await noteArrived(ctx, { subject: shown.id, kind: "dispose", key });
      arrived = true;
      continue;
    }
    const left = at.getTime() + MAY_ARRIVE_MS - ctx.clock().getTime();
    if (left > 0) waitMs = Math.max(waitMs ?? 0, left);
    else await noteNotRestocked(ctx, { key: write });
  }
  return { arrived, waitMs };
}
