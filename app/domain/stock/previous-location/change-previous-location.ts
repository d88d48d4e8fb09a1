import type { PreviousLocationPhase } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import { noteActivity } from "../../activity/note-activity.ts";
import { LONG_TX_MS } from "../../catalog/mapping/match-variants.ts";
import type { ShopContext } from "../../shop-context.ts";
import { unitsAt } from "./list-previous-locations.ts";

/** `clear`: set its quantities to 0; `restore`: put back what was taken; `dismiss`: forget it, and keep its quantities as they are. */
export type PreviousLocationChange = "clear" | "restore" | "dismiss";

export type ChangePreviousLocationOutcome =
  | { outcome: "previous-clearing" | "previous-restoring" | "previous-dismissed" }
  /** It is in a phase in which this cannot be asked for, or is not a previous location any more. Nothing was done. */
  | { outcome: "previous-changed-meanwhile" };

/** From which phases each change can be asked for. */
const FROM: Record<PreviousLocationChange, PreviousLocationPhase[]> = {
  // Once more: what was left the first time, or was put back.
  clear: ["offered", "cleared", "restored", "closed"],
  restore: ["clearing", "cleared", "restored", "closed"],
  dismiss: ["offered", "cleared", "restored", "closed"],
};

const CHANGED = { outcome: "previous-changed-meanwhile" } as const;

/** Has a job set the quantities at a previous location to 0, or put them back; or ends the offer. Safe twice. */
export async function changePreviousLocation(
  ctx: ShopContext,
  { locationId, change }: { locationId: string; change: PreviousLocationChange },
): Promise<ChangePreviousLocationOutcome> {
  const { shop, db } = ctx;
  if (change === "dismiss") return dismiss(ctx, { locationId });
  const where = { shop, locationId, phase: { in: FROM[change] } };
  const isClearing = change === "clear";
  return db.$transaction(
    async (tx): Promise<ChangePreviousLocationOutcome> => {
      const phase = isClearing ? "clearing" : "restoring";
      // First: a run that is about to store what it did waits, and then sees the phase.
      const { count } = await tx.previousLocation.updateMany({ where, data: { phase } });
      if (count === 0) return CHANGED;
      await tx.previousQuantity.updateMany({
        where: { shop, locationId },
        data: { isDone: false, isAlone: false },
      });
      await queueJob(tx, { name: "set-previous-quantities", shop });
      const column = isClearing ? "available" : "taken";
      const [counted] = await tx.$queryRaw<{ location: string; count: number; units: number }[]>`
        SELECT l."name" AS "location", count(r."units")::int AS "count", coalesce(sum(r."units"), 0)::float8 AS "units"
        FROM "PreviousLocation" l LEFT JOIN ${unitsAt({ shop, locationId, column })} r ON true
        WHERE l."shop" = ${shop} AND l."locationId" = ${locationId} GROUP BY l."name"`;
      const kind = isClearing ? "previous-location-cleared" : "previous-location-restored";
      await noteActivity({ ...ctx, db: tx }, { kind, details: counted! });
      return { outcome: `previous-${phase}` };
    },
    { timeout: LONG_TX_MS },
  );
}

async function dismiss(
  ctx: ShopContext,
  { locationId }: { locationId: string },
): Promise<ChangePreviousLocationOutcome> {
  const where = { shop: ctx.shop, locationId, phase: { in: FROM.dismiss } };
  return ctx.db.$transaction(async (tx): Promise<ChangePreviousLocationOutcome> => {
    const location = await tx.previousLocation.findFirst({ where });
    const { count } = await tx.previousLocation.deleteMany({ where });
    if (!location || count === 0) return CHANGED;
    const details = { location: location.name };
    await noteActivity({ ...ctx, db: tx }, { kind: "previous-location-dismissed", details });
    return { outcome: "previous-dismissed" };
  });
}
