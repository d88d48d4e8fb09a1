import { Prisma } from "@prisma/client";
import { timeZoneOf } from "../../connection/time-zone.ts";
import type { ShopContext } from "../../shop-context.ts";

/**
 * Notes that these entries of the ledger are in the shop, and counts their pieces into the day: both or neither, and of
 * each entry once, however often it is settled. `those` narrows down the shop's entries.
 */
export async function settleWritten(ctx: ShopContext, those: Prisma.Sql): Promise<void> {
  const { shop } = ctx;
  const now = ctx.clock();
  const { rows } = await ctx.pool.query<{ causedAt: Date }>(Prisma.sql`
    WITH settled AS (
      UPDATE "LedgerEntry" SET "outcome" = 'written', "reason" = NULL, "settledAt" = ${now}
      WHERE "shop" = ${shop} AND "outcome" <> 'written' AND ${those}
      RETURNING "target"::bigint - "shopFigure" AS "by", "hintId", "causedAt"
    ), counted AS (
      INSERT INTO "StockDay" AS d ("shop", "day", "raised", "lowered", "writes")
      SELECT ${shop}, (${now}::timestamptz AT TIME ZONE ${timeZoneOf(shop)})::date,
        coalesce(sum(greatest("by", 0)), 0), coalesce(sum(greatest(-"by", 0)), 0), count(*)
      FROM settled HAVING count(*) > 0
      ON CONFLICT ("shop", "day") DO UPDATE SET "raised" = d."raised" + excluded."raised",
        "lowered" = d."lowered" + excluded."lowered", "writes" = d."writes" + excluded."writes"
    )
    SELECT "causedAt" FROM settled WHERE "hintId" IS NOT NULL AND "causedAt" IS NOT NULL`);
  for (const { causedAt } of rows) ctx.meter.written(now.getTime() - causedAt.getTime());
}
