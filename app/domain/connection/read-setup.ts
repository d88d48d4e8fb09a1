import type { ShopContext } from "../shop-context.ts";
import { decideSetup, type SetupFacts, type SetupStand } from "./decide-setup.ts";

export interface Setup extends SetupStand {
  /** The merchant has had enough of being reminded. Never so while the shop is not connected. */
  dismissed: boolean;
  /** Both catalogues were read. */
  imported: boolean;
  /** What going live would change is known. */
  compared: boolean;
}

/** How far the set-up is. Cheap: five looks at an index, whatever the size of the shop. */
export async function readSetup({ pool, shop }: ShopContext): Promise<Setup> {
  const { rows } = await pool.query<SetupFacts & { dismissed: boolean }>(
    `SELECT c."shop" IS NOT NULL AS "connected", c."locationId" IS NOT NULL AS "located",
       c."importedAt" IS NOT NULL AS "imported", c."reportSeenAt" IS NOT NULL AS "reportSeen",
       c."guideDismissedAt" IS NOT NULL AS "dismissed", coalesce(s."phase", 'shadow')::text AS "phase",
       EXISTS (SELECT FROM "Variant" WHERE "shop" = $1 AND "state" = 'mapped') AS "mapped",
       EXISTS (SELECT FROM "Variant" WHERE "shop" = $1 AND "state" IN ('suggested', 'ambiguous')) AS "waiting",
       EXISTS (SELECT FROM "StockComparison" WHERE "shop" = $1 AND "compared" > 0) AS "compared"
     FROM (SELECT $1::text AS "shop") asked
     LEFT JOIN "Connection" c ON c."shop" = asked."shop" AND c."disconnectedAt" IS NULL
     LEFT JOIN "StockSettings" s ON s."shop" = asked."shop"`,
    [shop],
  );
  const [{ dismissed, ...facts }] = rows as [SetupFacts & { dismissed: boolean }];
  const { imported, compared } = facts;
  return { ...decideSetup(facts), dismissed, imported, compared };
}
