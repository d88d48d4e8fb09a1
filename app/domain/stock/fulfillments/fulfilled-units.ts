import { Prisma } from "@prisma/client";
import type pg from "pg";
import type { VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { StockReset, withStockLock } from "../mirror/with-stock-lock.ts";

/** A fulfillment at the connected location. */
export interface Fulfillment {
  fulfillmentId: string;
  createdAt: Date;
  /** Units that it has taken, by variant; all 0 once it is cancelled. */
  units: ReadonlyMap<VariantId, number>;
}

/**
 * Stores these fulfillments and counts by how much they changed. Storing the same again counts nothing. One that is read for
 * the first time counts only when it was created at `countFrom` or later: what was fulfilled before has left the store's
 * quantities long ago. Nothing is stored where all was forgotten since `epoch` was read: it may be another location's by now.
 */
export async function storeFulfillments(
  ctx: ShopContext,
  about: { fulfillments: readonly Fulfillment[]; epoch: number; countFrom: Date },
): Promise<void> {
  const rows = about.fulfillments.flatMap(({ units, ...fulfillment }) =>
    [...units].map(([variantId, count]) => ({ ...fulfillment, variantId, units: count })),
  );
  if (rows.length === 0) return;
  const { text, values } = Prisma.sql`
    WITH read AS MATERIALIZED (
      SELECT r.*, r."units" - coalesce(f."units", CASE WHEN r."createdAt" < ${about.countFrom} THEN r."units" END, 0) AS "more"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r (
        "fulfillmentId" text, "variantId" text, "units" integer, "createdAt" timestamptz)
      LEFT JOIN "OrderFulfillment" f ON f."shop" = ${ctx.shop}
        AND f."fulfillmentId" = r."fulfillmentId" AND f."variantId" = r."variantId"
    ), stored AS (
      INSERT INTO "OrderFulfillment" AS f ("shop", "fulfillmentId", "variantId", "units", "createdAt")
      SELECT ${ctx.shop}, r."fulfillmentId", r."variantId", r."units", r."createdAt" FROM read r
      ON CONFLICT ("shop", "fulfillmentId", "variantId") DO UPDATE SET "units" = excluded."units"
      WHERE f."units" <> excluded."units"
    )
    INSERT INTO "FulfilledUnits" AS u ("shop", "variantId", "units", "changedAt")
    SELECT ${ctx.shop}, r."variantId", sum(r."more")::integer, ${ctx.clock()}::timestamptz FROM read r
    GROUP BY r."variantId" HAVING sum(r."more") <> 0
    ON CONFLICT ("shop", "variantId") DO UPDATE SET
      "units" = u."units" + excluded."units", "changedAt" = excluded."changedAt"`;
  try {
    await withStockLock(ctx, about.epoch, (client) =>
      client.query({ name: "store-fulfillments", text, values }),
    );
  } catch (error) {
    if (!(error instanceof StockReset)) throw error;
  }
}

/**
 * Units that fulfillments have taken since counting began, as far as that was known at `readAt`, when the store's quantities
 * were asked for. A variant of which more has been read since is missing: its quantities are older than its fulfillments.
 */
export async function loadFulfilled(
  db: Pick<pg.ClientBase, "query">,
  { shop, variantIds, readAt }: { shop: string; variantIds: readonly VariantId[]; readAt: Date },
): Promise<Map<VariantId, number>> {
  const { rows } = await db.query<{ variantId: VariantId; units: number; changedAt: Date }>({
    name: "fulfilled",
    text: `SELECT "variantId", "units", "changedAt" FROM "FulfilledUnits"
     WHERE "shop" = $1 AND "variantId" = ANY($2::text[])`,
    values: [shop, variantIds],
  });
  const changes = new Map(rows.map((row) => [row.variantId, row]));
  return new Map(
    variantIds.flatMap((variantId) => {
      const { units, changedAt } = changes.get(variantId) ?? { units: 0, changedAt: readAt };
      return changedAt <= readAt ? [[variantId, units] as const] : [];
    }),
  );
}
