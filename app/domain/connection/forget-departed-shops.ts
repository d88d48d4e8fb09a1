import type { Services } from "../../services.server.ts";
import { queueForAll } from "../../jobs/catalog.ts";
import { recordHint } from "../events/record-hint.ts";
import { KEPT_DAYS } from "../privacy/retention.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Requests the deletion of everything kept about shops that left long ago, in case Shopify's `shop/redact` got lost. A shop
 * has left when its session is gone: the app was uninstalled. The job asks Shopify once more before it deletes anything.
 *
 * Where the uninstall got lost too, access stays lost. When nobody has opened the app for as long as a refresh token lives,
 * the shop is asked whether it still has the app, as if Shopify had reported an uninstall. Repeated, it has the effect of once.
 */
export async function forgetDepartedShops({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const before = (days: number) => new Date(clock().getTime() - days * DAY_MS);
  const departed = await db.$queryRaw<{ shop: string }[]>`
    SELECT "shop" FROM (
      SELECT "shop", "disconnectedAt" AS "leftAt" FROM "Connection" WHERE "disconnectedAt" IS NOT NULL
      UNION ALL SELECT "shop", "at" FROM "Activity" WHERE "kind" = 'uninstalled'
    ) l
    WHERE NOT EXISTS (SELECT FROM "Session" s WHERE s."shop" = l."shop")
      AND NOT EXISTS (SELECT FROM "Connection" c WHERE c."shop" = l."shop" AND c."disconnectedAt" IS NULL)
    GROUP BY "shop" HAVING max("leftAt") < ${before(KEPT_DAYS.departed)}`;
  await queueForAll(db, { name: "delete-shop-data", shops: departed.map(({ shop }) => shop) });
  const silent = await db.$queryRaw<{ shop: string }[]>`
    SELECT "shop" FROM "Problem" WHERE "kind" = 'shop-access-lost' AND "openedAt" < ${before(KEPT_DAYS.silent)}
    UNION
    SELECT s."shop" FROM "Session" s
    WHERE s."refreshTokenExpires" < ${clock()}
      AND NOT EXISTS (SELECT FROM "Connection" c WHERE c."shop" = s."shop" AND c."disconnectedAt" IS NULL)`;
  for (const { shop } of silent) await recordHint(db, { shop, source: "shop", event: "app/uninstalled" });
}
