import { Prisma } from "@prisma/client";

/**
 * The statement that marks variants as gone from the shop; which ones is to be added with `AND`, of `v`. Those that are
 * mapped are remembered as tombstones; their mapping stays, for when the merchant makes the product anew. The others
 * stay for a while too, so that an import that began earlier does not bring them back.
 */
export function buryingVariants(shop: string, now: Date): Prisma.Sql {
  return Prisma.sql`
    UPDATE "Variant" v SET "goneAt" = ${now}, "readAt" = ${now}, "reason" = NULL, "suggestedSku" = NULL,
      "suggestedFrom" = NULL, "state" = CASE WHEN EXISTS (
        SELECT FROM "Mapping" m WHERE m."shop" = v."shop" AND m."variantId" = v."variantId" AND m."decision" = 'mapped'
      ) THEN 'tombstoned' ELSE 'unmapped' END::"VariantState"
    WHERE v."shop" = ${shop} AND v."goneAt" IS NULL`;
}

/** Forgets variants that were found gone before `before` and that no mapping remembers. */
export async function forgetGone(
  tx: Prisma.TransactionClient,
  { shop, before }: { shop: string; before: Date },
): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM "Variant" v
    WHERE v."shop" = ${shop} AND v."goneAt" < ${before} AND v."state" <> 'tombstoned'`;
}
