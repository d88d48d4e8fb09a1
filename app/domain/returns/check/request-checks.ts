import type { ReturnStage } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { queueJob } from "../../../jobs/catalog.ts";

/**
 * `all` that are not over, those that need the merchant, or would if they were not done with it, those that wait for a label, those of
 * some stages, or these.
 */
type Checked =
  | "all"
  | "attention"
  | "labels"
  | { stages: readonly ReturnStage[] }
  | { returnIds: readonly string[] };

/**
 * Has returns read again in both systems now, those read longest ago first, however many there are. Asked for again while
 * they wait, each is read once. Those that are over and expect nothing are left out.
 */
export async function requestChecks(
  tx: Tx,
  { shop, checked }: { shop: string; checked: Checked },
): Promise<void> {
  const stages = typeof checked === "object" && "stages" in checked ? [...checked.stages] : null;
  const returnIds = typeof checked === "object" && "returnIds" in checked ? [...checked.returnIds] : null;
  // Each request is another moment, so that a check that began before it does not count as the one it asks for.
  const count = await tx.$executeRaw`
    UPDATE "Return" SET "checkAt" = least("checkAt", "readAt") - interval '1 millisecond'
    WHERE "shop" = ${shop} AND "checkAt" IS NOT NULL
      AND (${checked !== "attention"}::boolean OR "needsPerson" OR ("seenNeeds" <> '[]' AND "stage" <> 'settled'))
      AND (${checked !== "labels"}::boolean OR "label" = 'waiting')
      AND (${stages}::text[] IS NULL OR "stage"::text = ANY(${stages}::text[]))
      AND (${returnIds}::text[] IS NULL OR "returnId" = ANY(${returnIds}::text[]))`;
  if (count > 0) await queueJob(tx, { name: "check-returns", shop });
}
