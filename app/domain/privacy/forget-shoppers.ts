import type { Db } from "../../db.server.ts";
import { redactReturn } from "../returns/redact-orders.ts";

interface Speaking {
  shop: string;
  returnId: string;
}

/**
 * Forgets what may speak of the shopper of a return that was over before `before`, in all shops: nobody needs it to
 * settle the return any more. Of shoppers who are to be forgotten, also what was said since. Only returns are read of
 * which there is something to forget.
 */
export async function forgetShoppers(db: Db, { before }: { before: Date }): Promise<void> {
  const speaking = await db.$queryRaw<Speaking[]>`
    SELECT "shop", "returnId" FROM "Return" r
    WHERE (
      "redactedAt" IS NOT NULL
      OR ("stage" = 'settled' OR "status" NOT IN ('OPEN', 'REQUESTED')) AND "stageSince" < ${before}
    ) AND (
      "sender" IS NOT NULL OR "senderDigest" IS NOT NULL OR "labelWords" IS NOT NULL
      OR jsonb_path_exists("received", '$[*].receipts[*] ? (@.shipment != "")')
      OR jsonb_path_exists("lines", '$[*] ? (@.goods == "unverified" && @.title != "")')
      OR jsonb_path_exists("needs", ${SPEAKING}::jsonpath)
      OR jsonb_path_exists("undisposed", ${SPEAKING}::jsonpath)
      OR EXISTS (
        SELECT FROM "TimelineEntry" e
        WHERE e."shop" = r."shop" AND e."subject" = r."returnId" AND e."details" ? 'reason'
      )
    )`;
  for (const one of speaking) await redactReturn(db, one);
}

/** Needs in which somebody's words stand. */
const SPEAKING = `$[*] ? (@.kind == "unverified" && @.title != "" || @.kind == "disposition" && @.reason != ""
  || @.kind == "refused" && @.sentence.values.reason != "")`;
