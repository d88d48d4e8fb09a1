import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { stockLocked } from "./with-stock-lock.ts";

/** How long after an order its goods may be the next to leave the warehouse, in milliseconds. */
const HOT_MS = 3 * 24 * 60 * 60 * 1000;

/** Remembers that these variants were ordered. */
export async function noteOrdered(ctx: ShopContext, variantIds: readonly VariantId[]): Promise<void> {
  if (variantIds.length === 0) return;
  const until = new Date(ctx.clock().getTime() + HOT_MS);
  await ctx.db.$executeRaw`
    WITH ${stockLocked(ctx.shop)}
    INSERT INTO "StockLook" AS l ("shop", "variantId", "hotUntil")
    SELECT ${ctx.shop}, m."variantId", ${until} FROM stock_locked, "Mapping" m
    WHERE m."shop" = ${ctx.shop} AND m."variantId" = ANY(${[...new Set(variantIds)]}::text[])
    ON CONFLICT ("shop", "variantId") DO UPDATE SET "hotUntil" = excluded."hotUntil"`;
}

/** The SKUs whose pieces are most likely to move next: those on open orders, and those ordered lately. */
export async function loadHotSkus(ctx: ShopContext): Promise<Sku[]> {
  const { rows } = await ctx.pool.query<{ sku: Sku }>({
    name: "hot-skus",
    text: `SELECT DISTINCT c."sku" FROM "StockLook" l
     JOIN "MappingComponent" c ON c."shop" = l."shop" AND c."variantId" = l."variantId"
     WHERE l."shop" = $1 AND (l."committed" > 0 OR l."hotUntil" > $2)`,
    values: [ctx.shop, ctx.clock()],
  });
  return rows.map(({ sku }) => sku);
}

/** Those of which the shop has told an order, or the fulfilment of one, since they were looked at. */
export async function loadOrderedSince(
  ctx: ShopContext,
  looks: readonly { variantId: VariantId; since: Date }[],
): Promise<Set<VariantId>> {
  const rows = await ctx.db.stockLook.findMany({
    where: { shop: ctx.shop, variantId: { in: looks.map(({ variantId }) => variantId) } },
    select: { variantId: true, hotUntil: true },
  });
  const hotUntil = new Map(rows.map((row) => [row.variantId, row.hotUntil?.getTime() ?? 0]));
  const ordered = looks.filter(
    ({ variantId, since }) => (hotUntil.get(variantId) ?? 0) >= since.getTime() + HOT_MS,
  );
  return new Set(ordered.map(({ variantId }) => variantId));
}
