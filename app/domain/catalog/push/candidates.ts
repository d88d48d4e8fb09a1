import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { VariantId } from "../../ids.ts";
import type { SendableVariant } from "./product-to-send.ts";
import { beyond, positionOf, variantOrder, type Position } from "../variant-order.ts";

/** Variants to be created at the warehouse: those named, or all it does not have. */
export type PushSelection = "missing" | { variantIds: readonly VariantId[] };

export interface Candidate extends SendableVariant {
  variantId: VariantId;
  /** When the shop was last asked about it. */
  readAt: Date;
}

/**
 * The variants of a selection, in groups of at most `take`, by product title; those after `after` if it is given. Only
 * one group is held at a time. Variants of other shops are in no selection.
 */
export async function* candidates(
  db: Tx,
  about: { shop: string; selection: PushSelection; after?: Position | undefined; take?: number },
): AsyncGenerator<Candidate[]> {
  const { take = 1_000 } = about;
  let { after } = about;
  for (;;) {
    const found = await db.$queryRaw<Candidate[]>`
      SELECT ${candidateColumns(about.shop)}
      FROM "Variant" v ${candidateJoins}
      WHERE v."shop" = ${about.shop} AND ${selected(about.selection)} ${beyond(after)}
      ORDER BY ${variantOrder()}
      LIMIT ${take}`;
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < take) return;
    after = positionOf(last);
  }
}

/** What a candidate is made of, from `Variant` as `v` and `candidateJoins`. */
const candidateColumns = (shop: string): Prisma.Sql => Prisma.sql`
  v."variantId", v."sku", v."productTitle", v."variantTitle", v."barcode", v."weight", v."width", v."height",
  v."length", p."url", p."imageUrl", v."state"::text AS "state", v."bundle", v."readAt",
  v."goneAt" IS NOT NULL AS "gone", m."decision"::text AS "decision",
  coalesce(m."decision" = 'mapped' AND (
    SELECT count(*) = 1 AND bool_and(c."sku" = v."sku" AND c."quantity" = 1) FROM "MappingComponent" c
    WHERE c."shop" = ${shop} AND c."variantId" = v."variantId"), false) AS "mappedToItself",
  EXISTS (SELECT FROM "WarehouseProduct" w WHERE w."shop" = ${shop} AND w."sku" = v."sku") AS "atWarehouse",
  EXISTS (
    SELECT FROM "PushedProduct" q
    WHERE q."shop" = ${shop} AND q."sku" = v."sku" AND q."state" IN ('waiting', 'sending')) AS "waiting",
  EXISTS (
    SELECT FROM "Variant" o LEFT JOIN "Mapping" om ON om."shop" = o."shop" AND om."variantId" = o."variantId"
    WHERE o."shop" = ${shop} AND o."skuFolded" = v."skuFolded" AND o."variantId" <> v."variantId"
      AND o."goneAt" IS NULL AND NOT o."bundle" AND om."decision" IS DISTINCT FROM 'ignored') AS "shared"`;

const candidateJoins = Prisma.sql`
  LEFT JOIN "ShopProduct" p ON p."shop" = v."shop" AND p."productId" = v."productId"
  LEFT JOIN "Mapping" m ON m."shop" = v."shop" AND m."variantId" = v."variantId"`;

function selected(selection: PushSelection): Prisma.Sql {
  return selection === "missing"
    ? Prisma.sql`v."state" = 'not_at_warehouse' AND v."goneAt" IS NULL`
    : Prisma.sql`v."variantId" = ANY(${[...selection.variantIds]}::text[])`;
}
