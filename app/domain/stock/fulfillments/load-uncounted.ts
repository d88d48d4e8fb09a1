import type pg from "pg";
import type { Sku, VariantId } from "../../ids.ts";
import type { Lots } from "../balance/lots.ts";
import { lotsToCount, type Uncounted } from "../balance/uncounted.ts";

/**
 * The units of variants that were fulfilled at `from` or later, and that SKUs do not count yet, in units of the SKU.
 * @param about.fulfilled units that fulfillments had taken when the store's quantities were read
 */
export async function loadUncounted(
  db: Pick<pg.ClientBase, "query">,
  about: {
    shop: string;
    skus: ReadonlyMap<VariantId, readonly Uncounted[]>;
    fulfilled: ReadonlyMap<VariantId, number>;
    from: Date;
  },
): Promise<Map<VariantId, Map<Sku, Lots>>> {
  const { shop, skus, fulfilled, from } = about;
  if (skus.size === 0) return new Map();
  const { rows } = await db.query<{ variantId: VariantId; units: number; createdAt: Date }>({
    name: "uncounted",
    text: `SELECT "variantId", "units", "createdAt" FROM "OrderFulfillment"
     WHERE "shop" = $1 AND "variantId" = ANY($2::text[]) AND "createdAt" >= $3 AND "units" > 0 ORDER BY "createdAt"`,
    values: [shop, [...skus.keys()], from],
  });
  const byVariant = Map.groupBy(rows, ({ variantId }) => variantId);
  return new Map(
    [...skus].map(([variantId, uncounted]) => {
      const of = byVariant.get(variantId) ?? [];
      const lots = of.map(({ units, createdAt }) => ({ units, at: createdAt.getTime() }));
      return [variantId, lotsToCount(uncounted, { lots, fulfilled: fulfilled.get(variantId) ?? 0 })];
    }),
  );
}
