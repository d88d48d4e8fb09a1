import { Prisma } from "@prisma/client";
import type { VariantId } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";

/** For `FROM` and `JOIN`: a variant `v` with what was last observed of its stock, `l`. */
export const JOIN_LOOK = Prisma.sql`LEFT JOIN "StockLook" l ON l."shop" = v."shop" AND l."variantId" = v."variantId"`;

/** The store's on-hand quantity: as the catalog showed it, or as it was observed since. */
export const ON_HAND = Prisma.sql`
  CASE WHEN l."lookedAt" >= v."onHandReadAt" AND l."verdict" <> 'gone' THEN l."onHand" ELSE v."onHand" END`;

/** A variant's on-hand quantity in the store as last read; `null` when it is not stocked at the location. */
export async function loadOnHand(
  ctx: ShopContext,
  { variantId }: { variantId: VariantId },
): Promise<number | null> {
  const [found] = await ctx.db.$queryRaw<{ onHand: number | null }[]>`
    SELECT ${ON_HAND} AS "onHand" FROM "Variant" v ${JOIN_LOOK}
    WHERE v."shop" = ${ctx.shop} AND v."variantId" = ${variantId}`;
  return found?.onHand ?? null;
}
