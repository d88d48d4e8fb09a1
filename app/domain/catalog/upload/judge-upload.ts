import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { Sku } from "../../ids.ts";
import type { Watcher } from "../../work/watcher.ts";
import { changes, layOutWords, passTheRest, refuseUnknownGoods } from "../mapping/judge-words.ts";
import type { VerdictCounts } from "./upload-verdicts.ts";

/** One shop's upload. */
export interface OfUpload {
  shop: string;
  uploadId: string;
}

/**
 * Gives every row of an upload its verdict, and each variant that would change what it was and would be. `unknown` are SKUs
 * that the warehouse says it does not have. The percents are those of a file as large as a large shop.
 */
export async function judgeUpload(
  tx: Tx,
  { watcher, unknown, ...upload }: OfUpload & { watcher: Watcher; unknown: ReadonlySet<Sku> },
): Promise<VerdictCounts> {
  const { shop } = upload;
  await findVariants(tx, upload);
  await watcher.reached(20);
  await layOutWords(tx, { shop, words: WORDS });
  await watcher.reached(50);
  await tx.$executeRaw`
    UPDATE csv_word SET "verdict" = 'blank' WHERE "verdict" IS NULL AND "decision" IS NULL`;
  await refuseContradictions(tx);
  await refuseUnknownGoods(tx, { shop, unknown });
  await watcher.reached(60);
  await passTheRest(tx);
  await watcher.reached(75);
  await noteVerdicts(tx, upload);
  return countVerdicts(tx, upload);
}

/**
 * The rows that can be read, with the shop's variant each is about, and what is wrong with a row by itself: in a table
 * of the transaction, `csv_row`.
 */
async function findVariants(tx: Tx, { shop, uploadId }: OfUpload): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE csv_row (
      "line" integer PRIMARY KEY, "named" text, "shopSku" text, "decision" text, "sku" text, "pieces" integer,
      "variantId" text, "verdict" text, "nth" bigint, "time" bigint) ON COMMIT DROP`;
  await tx.$executeRaw`
    INSERT INTO csv_row
    SELECT r."line", a."variant", a."shopSku", a."decision", a."sku", a."pieces"
    FROM "MappingUploadRow" r, jsonb_to_record(r."asked")
      AS a ("variant" text, "shopSku" text, "decision" text, "sku" text, "pieces" integer)
    WHERE r."shop" = ${shop} AND r."uploadId" = ${uploadId}::uuid AND r."verdict" <> 'not-readable'`;
  await tx.$executeRaw`ANALYZE csv_row`;
  await tx.$executeRaw`
    WITH by_sku AS (
      SELECT v."sku", min(v."variantId") AS "variantId", count(*) AS "variants"
      FROM "Variant" v WHERE v."shop" = ${shop} AND v."goneAt" IS NULL AND v."sku" IS NOT NULL GROUP BY v."sku"
    ),
    found AS (
      SELECT r."line", coalesce(v."variantId", s."variantId") AS "variantId",
        CASE WHEN coalesce(v."variantId", s."variantId") IS NULL THEN 'unknown-variant'
             WHEN v."variantId" IS NULL AND s."variants" > 1 THEN 'ambiguous-variant'
             WHEN r."decision" = 'mapped' AND r."pieces" IS NULL THEN 'bad-quantity' END AS "verdict"
      FROM csv_row r
      LEFT JOIN "Variant" v ON v."shop" = ${shop} AND v."variantId" = r."named"
      LEFT JOIN by_sku s ON r."named" = '' AND s."sku" = r."shopSku"
    ),
    placed AS (
      SELECT r."line", f."variantId", f."verdict",
        row_number() OVER (PARTITION BY f."variantId" ORDER BY r."line") AS "nth",
        row_number() OVER (PARTITION BY f."variantId", r."sku" ORDER BY r."line") AS "time"
      FROM csv_row r JOIN found f ON f."line" = r."line"
      WHERE f."verdict" IS DISTINCT FROM 'ambiguous-variant'
    )
    UPDATE csv_row r SET "variantId" = p."variantId", "nth" = p."nth", "time" = p."time", "verdict" = CASE
      WHEN p."line" IS NULL THEN 'ambiguous-variant'
      WHEN p."verdict" IS NULL AND r."decision" = 'mapped' AND p."time" > 1 THEN 'duplicate-row'
      ELSE p."verdict" END
    FROM csv_row a LEFT JOIN placed p ON p."line" = a."line"
    WHERE a."line" = r."line"`;
}

/**
 * What the rows say of each variant. Those of one variant stand one below the other; where they do not, nobody guesses
 * whether a kit is meant or which of two words.
 */
const WORDS = Prisma.sql`
  SELECT r."variantId", min(r."line") AS "line", min(r."decision") AS "decision",
    coalesce(jsonb_agg(jsonb_build_object('sku', r."sku", 'quantity', r."pieces") ORDER BY r."sku" COLLATE "C")
      FILTER (WHERE r."decision" = 'mapped'), '[]') AS "components",
    NULL::jsonb AS "expected",
    CASE WHEN count(DISTINCT r."line" - r."nth") > 1 THEN 'duplicate-row'
         WHEN count(DISTINCT coalesce(r."decision", '')) > 1 THEN 'contradiction'
         WHEN count(r."verdict") > 0 THEN 'held-back' END AS "verdict"
  FROM csv_row r WHERE r."variantId" IS NOT NULL GROUP BY r."variantId"`;

/** A row that takes a mapping away may still name the goods it was; others it cannot mean. */
async function refuseContradictions(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE csv_row r SET "verdict" = 'contradiction'
    FROM csv_word w
    WHERE w."variantId" = r."variantId" AND (w."verdict" IS NULL OR w."verdict" = 'same')
      AND r."decision" <> 'mapped' AND r."sku" <> ''
      AND NOT w."now"->'components' @> jsonb_build_array(jsonb_build_object('sku', r."sku"))`;
  await tx.$executeRaw`
    UPDATE csv_word SET "verdict" = 'held-back'
    WHERE "variantId" IN (SELECT "variantId" FROM csv_row WHERE "verdict" = 'contradiction')
      AND ("verdict" IS NULL OR "verdict" = 'same')`;
}

async function noteVerdicts(tx: Tx, { shop, uploadId }: OfUpload): Promise<void> {
  await tx.$executeRaw`
    UPDATE "MappingUploadRow" r SET
      "variantId" = c."variantId",
      "verdict" = coalesce(c."verdict", g."wrong", w."verdict"),
      "before" = CASE WHEN w."line" = r."line" AND ${changes(Prisma.sql`w."verdict"`)} THEN w."now" END,
      "after" = CASE WHEN w."line" = r."line" AND ${changes(Prisma.sql`w."verdict"`)}
        THEN jsonb_build_object('decision', w."decision", 'components', w."components") END
    FROM csv_row c
    LEFT JOIN csv_word w ON w."variantId" = c."variantId"
    LEFT JOIN csv_goods g ON g."variantId" = c."variantId" AND g."sku" = c."sku"
    WHERE r."shop" = ${shop} AND r."uploadId" = ${uploadId}::uuid AND r."line" = c."line"`;
}

export async function countVerdicts(tx: Tx, { shop, uploadId }: OfUpload): Promise<VerdictCounts> {
  const rows = await tx.mappingUploadRow.groupBy({
    by: ["verdict"],
    where: { shop, uploadId },
    _count: true,
  });
  return Object.fromEntries(rows.map(({ verdict, _count }) => [verdict, _count]));
}
