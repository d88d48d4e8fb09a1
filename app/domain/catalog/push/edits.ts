import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { ProductChanges } from "../../../fulfilment/requests.ts";
import type { VariantId } from "../../ids.ts";
import { holdings } from "../mapping/holdings.ts";
import { changesToSend, describe, type DescribedVariant } from "./product-to-send.ts";

/** A product the warehouse was told of, with what the shop says of it today. */
interface Told extends DescribedVariant {
  /** At the warehouse; the variant may carry another in the shop by now. */
  sku: string;
  variantId: VariantId;
  sent: ProductChanges | null;
  /** How often sending what differs has failed in a way that may pass. */
  tries: number;
  /** When the shop was last asked about it. */
  readAt: Date;
}

export interface Edit extends Told {
  /** What the warehouse has not been told; empty when nothing differs. */
  changes: ProductChanges;
}

/**
 * Products we created, or found when we were about to, whose variant was read in the shop after it was last held against
 * what the warehouse was told: in groups, by SKU. Only where one variant, and no other, is mapped to one piece of it:
 * a kit's title is not the title of its parts.
 */
export async function* edits(
  db: Tx,
  { shop, take = 1_000 }: { shop: string; take?: number },
): AsyncGenerator<Edit[]> {
  let after: string | undefined;
  for (;;) {
    const found: Told[] = await db.$queryRaw<Told[]>`
      SELECT q."sku", q."sent", q."tries", v."variantId", v."readAt", v."productTitle", v."variantTitle", v."barcode", v."weight",
        v."width", v."height", v."length", p."url", p."imageUrl"
      FROM "PushedProduct" q
      JOIN "MappingComponent" c ON c."shop" = q."shop" AND c."sku" = q."sku" AND c."quantity" = 1
      JOIN "Mapping" m ON m."shop" = c."shop" AND m."variantId" = c."variantId" AND m."decision" = 'mapped'
      JOIN "Variant" v ON v."shop" = c."shop" AND v."variantId" = c."variantId" AND v."goneAt" IS NULL
      LEFT JOIN "ShopProduct" p ON p."shop" = v."shop" AND p."productId" = v."productId"
      WHERE q."shop" = ${shop} AND q."state" IN ('created', 'present') AND v."readAt" > q."settledAt"
        ${after === undefined ? Prisma.empty : Prisma.sql`AND q."sku" > ${after}`}
        AND EXISTS (SELECT FROM "WarehouseProduct" w WHERE w."shop" = q."shop" AND w."sku" = q."sku")
        AND NOT EXISTS (
          SELECT FROM "MappingComponent" o
          WHERE o."shop" = c."shop" AND o."variantId" = c."variantId" AND o."sku" <> c."sku")
        AND NOT EXISTS (
          SELECT FROM ${holdings(shop)} h WHERE h."sku" = c."sku" AND h."variantId" <> c."variantId")
      ORDER BY q."sku"
      LIMIT ${take}`;
    const last = found.at(-1);
    if (last)
      yield found.map((one) => ({ ...one, changes: changesToSend(describe(one).details, one.sent ?? {}) }));
    if (!last || found.length < take) return;
    after = last.sku;
  }
}

/** How many products differ from what the warehouse was told of them, and so would be sent. */
export async function countEdits(db: Tx, shop: string): Promise<number> {
  let count = 0;
  for await (const group of edits(db, { shop }))
    count += group.filter(({ changes }) => Object.keys(changes).length > 0).length;
  return count;
}
