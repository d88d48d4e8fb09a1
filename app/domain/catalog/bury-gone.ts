import { Prisma } from "@prisma/client";

/** The variants a complete reading, begun at `since`, no longer showed: of the whole shop, or of one product. */
interface Unseen {
  shop: string;
  since: Date;
  productId?: string;
}

/**
 * Marks variants as gone from the shop. Those that are mapped are remembered as tombstones; their mapping stays, for
 * when the merchant makes the product anew. The others stay for a while too, so that an import that began earlier does
 * not bring them back.
 */
export async function buryGone(tx: Prisma.TransactionClient, unseen: Unseen, now: Date): Promise<void> {
  await tx.$executeRaw`
    UPDATE "Variant" v SET "goneAt" = ${now}, "readAt" = ${now}, "reason" = NULL, "suggestedSku" = NULL,
      "suggestedFrom" = NULL, "state" = CASE WHEN EXISTS (
        SELECT FROM "Mapping" m WHERE m."shop" = v."shop" AND m."variantId" = v."variantId" AND m."decision" = 'mapped'
      ) THEN 'tombstoned' ELSE 'unmapped' END::"VariantState"
    WHERE ${of(unseen)} AND v."goneAt" IS NULL`;
}

/** Forgets variants that were found gone before `since` and that no mapping remembers. */
export async function forgetGone(tx: Prisma.TransactionClient, unseen: Unseen): Promise<void> {
  await tx.$executeRaw`
    DELETE FROM "Variant" v WHERE ${of(unseen)} AND v."goneAt" IS NOT NULL AND v."state" <> 'tombstoned'`;
}

function of({ shop, since, productId }: Unseen): Prisma.Sql {
  const product = productId === undefined ? Prisma.empty : Prisma.sql`AND v."productId" = ${productId}`;
  return Prisma.sql`v."shop" = ${shop} AND v."readAt" < ${since} ${product}`;
}
