import { Prisma } from "@prisma/client";
import { recordHint } from "../../events/record-hint.ts";
import { MAPPING_MADE } from "../../events/translate-hint.ts";
import type { Sku, VariantId } from "../../ids.ts";
import { lockMappings } from "./lock-mappings.ts";
import { folded, makingMappings, matching } from "./matching.ts";

/** Some of the shop's variants: those named, and all that could be matched by one of the SKUs, either side's. */
export interface MatchScope {
  /** With each, those that carry its SKU or barcode: what is said of one may settle what another is. */
  variantIds: readonly VariantId[];
  skus: readonly Sku[];
}

/** A hundred thousand variants are matched in seconds; this is for the slowest of machines. In milliseconds. */
export const LONG_TX_MS = 10 * 60_000;

/**
 * Until the end of the transaction: PostgreSQL knows nothing about the size of what a statement works out on its way,
 * and comparing each of a hundred thousand variants with each is what it must not do.
 */
export async function planForMany(tx: Prisma.TransactionClient): Promise<void> {
  await tx.$executeRaw`SELECT set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`;
}

/**
 * Decides for the shop's variants how they stand to the warehouse's products (`matching`), and makes the mappings that
 * are sure. For each mapping made, a hint to look at its stock goes with it; when everything is matched there is none,
 * because the comparison of everything follows anyway. Repeating it changes nothing; a mapping made meanwhile by
 * somebody else is kept.
 */
export async function matchVariants(
  tx: Prisma.TransactionClient,
  { shop, now, scope }: { shop: string; now: Date; scope: MatchScope | "all" },
): Promise<void> {
  await lockMappings(tx, shop);
  if (scope === "all") await planForMany(tx);
  const made = await tx.$queryRaw<{ sku: string }[]>`
    WITH ${targets(shop, scope)},
    live AS MATERIALIZED (${liveOf(shop, scope)}),
    gone AS (SELECT "variantId" FROM "Variant" WHERE "shop" = ${shop} AND "state" = 'tombstoned'),
    ${matching(shop)},
    ${makingMappings(shop, now)},
    noted AS (
      UPDATE "Variant" v SET "state" = d."state", "reason" = d."reason",
        "suggestedSku" = d."suggestedSku", "suggestedFrom" = d."suggestedFrom"
      FROM decided d JOIN targets t ON t."variantId" = d."variantId"
      WHERE v."shop" = ${shop} AND v."variantId" = d."variantId"
        AND (v."state", v."reason", v."suggestedSku", v."suggestedFrom")
          IS DISTINCT FROM (d."state", d."reason", d."suggestedSku", d."suggestedFrom")
    )
    SELECT DISTINCT "sku" FROM made`;
  if (scope === "all") return;
  for (const { sku } of made)
    await recordHint(tx, { shop, source: "app", event: MAPPING_MADE, identifier: sku });
}

/** The variants that are decided: those whose own situation may have changed. */
function targets(shop: string, scope: MatchScope | "all"): Prisma.Sql {
  const variant = Prisma.sql`SELECT v."variantId", v."skuFolded", v."barcode" FROM "Variant" v
    WHERE v."shop" = ${shop} AND v."goneAt" IS NULL`;
  if (scope === "all") return Prisma.sql`targets AS (${variant})`;
  const keys = Prisma.sql`
    SELECT ${folded(Prisma.sql`k`)} FROM unnest(${[...scope.skus]}::text[]) AS k
    UNION SELECT "skuFolded" FROM named`;
  return Prisma.sql`
    named AS MATERIALIZED (
      SELECT "variantId", "skuFolded", "barcode" FROM "Variant"
      WHERE "shop" = ${shop} AND "variantId" = ANY(${[...scope.variantIds]}::text[])
    ),
    targets AS MATERIALIZED (
      ${variant} AND v."variantId" IN (SELECT "variantId" FROM named)
      UNION
      ${variant} AND v."barcode" IN (SELECT "barcode" FROM named)
      UNION
      ${variant} AND v."skuFolded" IN (${keys})
      UNION
      ${variant} AND v."barcode" IN (
        SELECT w."barcode" FROM "WarehouseProduct" w WHERE w."shop" = ${shop} AND w."skuFolded" IN (${keys}))
    )`;
}

/** The targets and all who share an SKU or barcode with one of them. */
function liveOf(shop: string, scope: MatchScope | "all"): Prisma.Sql {
  const variant = Prisma.sql`
    SELECT v."variantId", v."inventoryItemId", v."sku", v."skuFolded", v."barcode", v."bundle" FROM "Variant" v
    WHERE v."shop" = ${shop} AND v."goneAt" IS NULL`;
  if (scope === "all") return variant;
  return Prisma.sql`
    ${variant} AND v."variantId" IN (SELECT "variantId" FROM targets)
    UNION
    ${variant} AND v."skuFolded" IN (SELECT "skuFolded" FROM targets)
    UNION
    ${variant} AND v."barcode" IN (SELECT "barcode" FROM targets)`;
}
