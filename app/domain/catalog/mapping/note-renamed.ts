import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { VariantId } from "../../ids.ts";
import { clearProblemsIn, openProblem } from "../../problems/problems.ts";
import type { ShopContext } from "../../shop-context.ts";

/** Problems opened in one go, because each takes a statement. The next import opens the others. */
const AT_ONCE = 500;

/**
 * Opens a problem for each variant whose SKU has changed in Shopify since its mapping was made by SKU: its quantity still follows
 * the SKU it had. Clears those of variants whose SKU was changed back, or that left the store. A mapping that the merchant has made
 * is no problem, even if the SKUs differ.
 */
export async function noteRenamed(
  ctx: Pick<ShopContext, "shop" | "clock"> & { db: Tx },
  variantIds: readonly VariantId[] | "all",
): Promise<void> {
  const { shop, clock, db } = ctx;
  const of = variantIds === "all" ? null : [...variantIds];
  const moot = await db.$queryRaw<{ subject: string }[]>`
    SELECT p."subject" FROM "Problem" p
    WHERE p."shop" = ${shop} AND p."kind" = 'sku-renamed' AND (${of}::text[] IS NULL OR p."subject" = ANY(${of}::text[]))
      AND NOT EXISTS (${renamed(shop)} AND v."variantId" = p."subject")`;
  const subjects = moot.map(({ subject }) => subject);
  if (subjects.length > 0)
    await clearProblemsIn(db, { shop, now: clock(), kinds: ["sku-renamed"], subjects });
  const found = await db.$queryRaw<{ variantId: VariantId; sku: string; newSku: string }[]>`
    ${renamed(shop)} AND (${of}::text[] IS NULL OR v."variantId" = ANY(${of}::text[])) AND NOT EXISTS (
      SELECT FROM "Problem" p WHERE p."shop" = ${shop} AND p."kind" = 'sku-renamed' AND p."subject" = v."variantId"
        AND p."details" ->> 'newSku' = v."sku")
    ORDER BY v."variantId" LIMIT ${AT_ONCE}`;
  for (const { variantId, sku, newSku } of found)
    await openProblem(ctx, { kind: "sku-renamed", subject: variantId, details: { sku, newSku, variantId } });
}

function renamed(shop: string): Prisma.Sql {
  return Prisma.sql`
    SELECT v."variantId", m."shopSku" AS "sku", v."sku" AS "newSku" FROM "Variant" v
    JOIN "Mapping" m ON m."shop" = v."shop" AND m."variantId" = v."variantId"
    WHERE v."shop" = ${shop} AND v."goneAt" IS NULL AND NOT v."bundle"
      AND m."decision" = 'mapped' AND m."source" = 'sku' AND v."sku" <> m."shopSku"`;
}
