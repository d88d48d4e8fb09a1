import type { InventoryItemId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { bufferAt } from "../settings/decide-rules.ts";
import type { ShopReading } from "../mirror/read-shop-stock.ts";
import type { StockSettings } from "../settings/stock-settings.ts";

/**
 * Of what a sweep has read of the shop, the items that have to be looked at, and how many variants need not be: those
 * plainly found as they were, and right. In most sweeps that is nearly all of them, and the database tells without
 * sending their goods and last looks here.
 *
 * It decides nothing: in doubt an item is looked at. So is what shares its goods or is made of several, has a buffer of
 * its own, or has something left open: units on their way, a write that was cut off, an absurd stock.
 */
export async function findMoved(
  ctx: ShopContext,
  about: {
    settings: StockSettings;
    shop: ReadonlyMap<InventoryItemId, ShopReading>;
    shopReadAt: Date;
  },
): Promise<{ items: InventoryItemId[]; unmoved: number }> {
  const { settings, shopReadAt } = about;
  const read = [...about.shop].map(([item, { tracked, figures }]) => ({ item, tracked, ...figures }));
  const kept = bufferAt(settings, { own: null, now: shopReadAt });
  // Named, so that its plan is not made anew each of the hundred times a large sweep asks.
  const { rows } = await ctx.pool.query<{ items: InventoryItemId[] | null; unmoved: number }>({
    name: "find-moved",
    text: `WITH read AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset($2::jsonb) AS r (
         "item" text, "tracked" boolean, "onHand" integer, "available" integer, "committed" integer)
     ), part AS (
       SELECT r."item",
         r."tracked" AND m."inventoryItemId" = r."item" AND c."quantity" = 1 AND b."sku" IS NULL
         AND l."verdict" = 'equal' AND l."lookedAt" <= $3
         AND s."stock" = w."stock" AND s."lots" = '{}'
         AND s."received" = (
           SELECT coalesce(sum(i."units"), 0) FROM "InboundReceipt" i WHERE i."shop" = $1 AND i."sku" = c."sku")
         AND coalesce(l."fulfilled", 0) = coalesce((
           SELECT u."units" FROM "FulfilledUnits" u WHERE u."shop" = $1 AND u."variantId" = v."variantId"), 0)
         AND l."onHand" = r."onHand" AND l."available" = r."available" AND l."committed" = r."committed"
         AND l."warehouseStock" = w."stock" AND l."kept" = $4::integer
         AND l."target" = CASE $5 WHEN 'on_hand' THEN r."onHand" ELSE r."available" END
         AND NOT EXISTS (
           SELECT FROM "MappingComponent" o
           WHERE o."shop" = $1 AND o."sku" = c."sku" AND o."variantId" <> c."variantId")
         AND c."variantId" NOT IN (
           SELECT e."variantId" FROM "LedgerEntry" e WHERE e."shop" = $1 AND e."outcome" = 'intended')
         AND c."sku" NOT IN (
           SELECT p."subject" FROM "Problem" p WHERE p."shop" = $1 AND p."kind" = 'stock-absurd') AS "unmoved"
       FROM read r
       JOIN "Variant" v ON v."shop" = $1 AND v."inventoryItemId" = r."item" AND v."goneAt" IS NULL AND NOT v."bundle"
       JOIN "Mapping" m ON m."shop" = $1 AND m."variantId" = v."variantId" AND m."decision" = 'mapped'
       JOIN "MappingComponent" c ON c."shop" = $1 AND c."variantId" = v."variantId"
       LEFT JOIN "StockBuffer" b ON b."shop" = $1 AND b."sku" = c."sku"
       LEFT JOIN "StockLook" l ON l."shop" = $1 AND l."variantId" = v."variantId"
       LEFT JOIN "SkuBalance" s ON s."shop" = $1 AND s."sku" = c."sku"
       LEFT JOIN "WarehouseProduct" w ON w."shop" = $1 AND w."sku" = c."sku"
     ), found AS (
       SELECT "item", count(*) = 1 AND coalesce(bool_and("unmoved"), false) AS "unmoved"
       FROM part GROUP BY "item"
     )
     SELECT array_agg("item") FILTER (WHERE NOT "unmoved") AS "items",
       count(*) FILTER (WHERE "unmoved")::integer AS "unmoved"
     FROM found`,
    values: [ctx.shop, JSON.stringify(read), shopReadAt, kept, settings.mode],
  });
  return { items: rows[0]?.items ?? [], unmoved: rows[0]?.unmoved ?? 0 };
}
