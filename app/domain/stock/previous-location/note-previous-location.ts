import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { holdingsOf } from "../../catalog/mapping/holdings.ts";
import type { ShopLocation } from "../../connection/list-locations.ts";

/**
 * Remembers what the location that the connection leaves shows of mapped variants, as last read. Call before the looks are
 * forgotten. Where nothing is on sale there, nothing is remembered.
 */
export async function notePreviousLocation(
  tx: Tx,
  { shop, location, leftAt }: { shop: string; location: ShopLocation; leftAt: Date },
): Promise<void> {
  const { id: locationId, name } = location;
  const stocked = Prisma.sql`
    SELECT "variantId" FROM "StockLook"
    WHERE "shop" = ${shop} AND "available" IS NOT NULL AND "verdict" IS DISTINCT FROM 'untracked'`;
  await tx.previousLocation.create({ data: { shop, locationId, name, leftAt } });
  await tx.$executeRaw`
    INSERT INTO "PreviousQuantity" ("shop", "locationId", "variantId", "inventoryItemId", "available")
    SELECT DISTINCT ${shop}, ${locationId}, h."variantId", h."inventoryItemId", l."available"
    FROM ${holdingsOf(shop, stocked)} h
    CROSS JOIN LATERAL (
      SELECT "available" FROM "StockLook" WHERE "shop" = ${shop} AND "variantId" = h."variantId" OFFSET 0) l`;
  const onSale = { shop, locationId, quantities: { none: { available: { gt: 0 } } } };
  await tx.previousLocation.deleteMany({ where: onSale });
}
