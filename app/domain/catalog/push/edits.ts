import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { ProductChanges } from "../../../fulfilment/requests.ts";
import type { VariantId } from "../../ids.ts";
import { described } from "../update/described-products.ts";
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
 * Products the app created whose variant was read in the store after it was last compared with what was sent: in groups, by
 * SKU. Only where one variant describes the product (`described`). What the warehouse had before the app is never among them:
 * the merchant has such a product updated (`startUpdate`).
 */
export async function* edits(
  db: Tx,
  { shop, take = 1_000 }: { shop: string; take?: number },
): AsyncGenerator<Edit[]> {
  let after: string | undefined;
  for (;;) {
    const found: Told[] = await db.$queryRaw<Told[]>`
      SELECT q."sent", q."tries", described.*
      FROM "PushedProduct" q JOIN ${described(shop)} ON described."sku" = q."sku"
      WHERE q."shop" = ${shop} AND q."state" = 'created' AND described."readAt" > q."settledAt"
        ${after === undefined ? Prisma.empty : Prisma.sql`AND q."sku" > ${after}`}
        AND EXISTS (SELECT FROM "WarehouseProduct" w WHERE w."shop" = q."shop" AND w."sku" = q."sku")
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
