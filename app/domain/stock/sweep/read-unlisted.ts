import { Prisma, type Connection } from "@prisma/client";
import { queueJob } from "../../../jobs/catalog.ts";
import { holdingsOf } from "../../catalog/mapping/holdings.ts";
import { loadConnection } from "../../connection/load-connection.ts";
import { recordHint } from "../../events/record-hint.ts";
import { LOOK_ASKED } from "../../events/translate-hint.ts";
import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { mirrorStock } from "../mirror/mirror-stock.ts";
import { ONE_BY_ONE } from "../mirror/read-warehouse-stock.ts";

/** SKUs that a problem names and that one full sync asks for, because they may be readable again. The next one goes on. */
const OF_PROBLEMS = 20;

/**
 * Has mapped SKUs synced that the warehouse's list did not show: only an answer about the SKU itself makes it gone. Those that a
 * problem names take the time of the others, so a full sync asks for a few of them only, those first whose last try is the oldest.
 */
export async function askForUnlisted({ db, shop }: ShopContext): Promise<void> {
  await db.$transaction(async (tx) => {
    // One round comes to its end before the next: begun from the start each time, it may never reach the last SKUs.
    await tx.$executeRaw`
      UPDATE "Connection" SET "unlistedAfter" = coalesce("unlistedAfter", ''), "unlistedAgain" = "unlistedAfter" IS NOT NULL
      WHERE "shop" = ${shop}`;
    await queueJob(tx, { name: "read-unlisted", shop });
  });
  const named = await db.$queryRaw<{ sku: Sku }[]>`
    SELECT p."subject" AS "sku" FROM (
      SELECT DISTINCT "subject" FROM "Problem" WHERE "shop" = ${shop} AND "kind" IN ('stock-unreadable', 'quantity-unsynced')
    ) p
    LEFT JOIN "WarehouseProduct" w ON w."shop" = ${shop} AND w."sku" = p."subject"
    LEFT JOIN LATERAL (
      SELECT max(h."receivedAt") AS "receivedAt" FROM "Hint" h
      WHERE h."shop" = ${shop} AND h."identifier" = p."subject" AND h."event" = ${LOOK_ASKED}
    ) h ON true
    WHERE w."stock" IS NULL
      AND EXISTS (SELECT FROM "MappingComponent" c WHERE c."shop" = ${shop} AND c."sku" = p."subject")
    ORDER BY greatest(w."readAt", h."receivedAt") NULLS FIRST LIMIT ${OF_PROBLEMS}`;
  for (const { sku } of named)
    await recordHint(db, { shop, source: "app", event: LOOK_ASKED, identifier: sku });
}

/**
 * Syncs the next SKUs that the list did not show, and has itself run again until none is left. Few at a time, so that no event
 * waits longer for a run of it than for another event. Cut off, the same SKUs are read again. Where there is nowhere to write, the
 * round is over.
 * @throws FulfilmentError, ShopifyError. The next try, or the next full sync, goes on from there.
 */
export async function readUnlisted(ctx: ShopContext): Promise<void> {
  const { db, shop } = ctx;
  const connection = await loadConnection(ctx);
  if (!connection || connection.unlistedAfter === null) return;
  const { unlistedAfter: after, stockEpoch } = connection;
  const skus = await findUnlisted(ctx, after);
  const read =
    skus.length > 0 && (await mirrorStock(ctx, { scope: { skus }, hintOf: () => null, connection }));
  const next = read && skus.length === ONE_BY_ONE ? skus.at(-1)! : null;
  // Not where all was forgotten meanwhile: the next full sync begins another round then.
  await db.$transaction(async (tx) => {
    const [standing] = await tx.$queryRaw<Pick<Connection, "unlistedAfter">[]>`
      UPDATE "Connection" SET "unlistedAgain" = "unlistedAgain" AND ${next !== null},
        "unlistedAfter" = coalesce(${next}::text, CASE WHEN "unlistedAgain" THEN '' END)
      WHERE "shop" = ${shop} AND "stockEpoch" = ${stockEpoch} RETURNING "unlistedAfter"`;
    if (standing && standing.unlistedAfter !== null) await queueJob(tx, { name: "read-unlisted", shop });
  });
}

/** Not those that the warehouse has said not to know, until its list shows them again. */
export async function findUnlisted({ db, shop }: ShopContext, after: string): Promise<Sku[]> {
  // In their order, so that no more are looked up than are wanted. Each is looked up alone, which `OFFSET 0` makes sure of.
  const holding = Prisma.sql`SELECT "variantId" FROM "MappingComponent" WHERE "shop" = ${shop} AND "sku" = u."sku"`;
  const rows = await db.$queryRaw<{ sku: Sku }[]>`
    SELECT u."sku" FROM (
      SELECT DISTINCT c."sku" FROM "MappingComponent" c
      LEFT JOIN "WarehouseProduct" w ON w."shop" = ${shop} AND w."sku" = c."sku"
      WHERE c."shop" = ${shop} AND c."sku" > ${after} AND w."stock" IS NULL ORDER BY c."sku" OFFSET 0
    ) u
    WHERE NOT EXISTS (
        SELECT FROM "Problem" p
        WHERE p."shop" = ${shop} AND p."kind" IN ('stock-unreadable', 'quantity-unsynced') AND p."subject" = u."sku" OFFSET 0)
      AND EXISTS (
        SELECT FROM ${holdingsOf(shop, holding)} h
        LEFT JOIN LATERAL (
          SELECT "lookedAt", "warehouseStock" FROM "StockLook"
          WHERE "shop" = ${shop} AND "variantId" = h."variantId" OFFSET 0) l ON true
        WHERE l."lookedAt" IS NULL OR l."warehouseStock" IS NOT NULL)
    LIMIT ${ONE_BY_ONE}`;
  return rows.map(({ sku }) => sku);
}
