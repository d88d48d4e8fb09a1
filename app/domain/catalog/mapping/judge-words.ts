import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import type { Sku } from "../../ids.ts";
import { CHANGING } from "../upload/upload-verdicts.ts";

/**
 * What an upload says of variants is judged in two tables of the transaction, because a hundred thousand words are
 * judged together: `csv_word` has a row for each variant, with what is said (`decision`, `components`), what stands
 * now (`now`) and, once it is known, the verdict; `csv_goods` has the goods that words which may change something ask
 * for, and what is wrong with them.
 */
const TABLES = [
  `CREATE TEMP TABLE csv_word (
     "variantId" text PRIMARY KEY, "line" integer NOT NULL, "decision" text, "components" jsonb NOT NULL,
     "now" jsonb NOT NULL, "verdict" text) ON COMMIT DROP`,
  `CREATE TEMP TABLE csv_goods ("variantId" text, "sku" text, "wrong" text) ON COMMIT DROP`,
];

/** The goods of a variant in one form, so that equal ones are the same JSON. */
const GOODS = Prisma.sql`
  jsonb_agg(jsonb_build_object('sku', "sku", 'quantity', "quantity") ORDER BY "sku" COLLATE "C")`;

/**
 * Lays out words to be judged. `words` selects variantId, line, decision, components, expected and verdict: `expected`
 * is how the mapping (as in `now`) must still stand, or null where it does not matter; a word with a verdict has it
 * already. Variants the shop does not have are left out.
 */
export async function layOutWords(
  tx: Tx,
  { shop, words }: { shop: string; words: Prisma.Sql },
): Promise<void> {
  for (const table of TABLES) await tx.$executeRawUnsafe(table);
  // Until the end of the transaction: what is sorted here is the size of a catalogue.
  await tx.$executeRaw`SELECT set_config('work_mem', '64MB', true)`;
  await tx.$executeRaw`
    INSERT INTO csv_word
    WITH standing AS (
      SELECT v."variantId", v."goneAt", v."bundle", m."decision"::text AS "decision",
        coalesce(c."components", '[]') AS "components",
        jsonb_build_object(
          'decision', m."decision", 'components', coalesce(c."components", '[]'),
          'source', m."source", 'shopSku', m."shopSku", 'mappedAt', m."mappedAt") AS "now"
      FROM "Variant" v
      LEFT JOIN "Mapping" m ON m."shop" = v."shop" AND m."variantId" = v."variantId"
      LEFT JOIN (
        SELECT "variantId", ${GOODS} AS "components" FROM "MappingComponent" WHERE "shop" = ${shop} GROUP BY "variantId"
      ) c ON c."variantId" = v."variantId"
      WHERE v."shop" = ${shop}
    )
    SELECT w."variantId", w."line", w."decision", w."components", s."now",
      CASE
        WHEN w."verdict" IS NOT NULL THEN w."verdict"
        WHEN w."decision" IS NOT DISTINCT FROM s."decision" AND w."components" = s."components" THEN 'same'
        WHEN w."expected"->'decision' <> s."now"->'decision' OR w."expected"->'components' <> s."components"
          THEN 'changed-meanwhile'
        WHEN s."goneAt" IS NOT NULL THEN 'unknown-variant'
        WHEN s."bundle" AND w."decision" = 'mapped' THEN 'bundle'
      END
    FROM (${words}) w JOIN standing s ON s."variantId" = w."variantId"`;
  await tx.$executeRaw`
    INSERT INTO csv_goods ("variantId", "sku")
    SELECT w."variantId", g->>'sku' FROM csv_word w, jsonb_array_elements(w."components") g
    WHERE w."verdict" IS NULL AND w."decision" = 'mapped'`;
  await tx.$executeRaw`ANALYZE csv_word`;
  await tx.$executeRaw`ANALYZE csv_goods`;
}

/**
 * Refuses SKUs that are not stored. Only those of which the warehouse says that it does not have them (`unknown`) are called
 * unknown. Without `unknown` all are: they were stored when the file was tried.
 */
export async function refuseUnknownGoods(
  tx: Tx,
  { shop, unknown }: { shop: string; unknown?: ReadonlySet<Sku> },
): Promise<void> {
  const isUnknown = unknown ? Prisma.sql`g."sku" = ANY(${[...unknown]}::text[])` : Prisma.sql`true`;
  await tx.$executeRaw`
    UPDATE csv_goods g SET "wrong" = CASE WHEN ${isUnknown} THEN 'unknown-sku' ELSE 'sku-not-checked' END
    WHERE NOT EXISTS (SELECT FROM "WarehouseProduct" w WHERE w."shop" = ${shop} AND w."sku" = g."sku")`;
  await holdBack(tx);
}

/** One wrong part, and nothing is said of the variant at all. */
async function holdBack(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE csv_word w SET "verdict" = 'held-back'
    WHERE w."verdict" IS NULL AND w."variantId" IN (SELECT "variantId" FROM csv_goods WHERE "wrong" IS NOT NULL)`;
}

/** The verdict of all words nothing speaks against. */
export async function passTheRest(tx: Tx): Promise<void> {
  await tx.$executeRaw`
    UPDATE csv_word SET "verdict" = CASE "decision" WHEN 'unmapped' THEN 'unmap' WHEN 'ignored' THEN 'ignore'
      ELSE CASE WHEN "now"->>'decision' = 'mapped' THEN 'change' ELSE 'new' END END
    WHERE "verdict" IS NULL`;
  await tx.$executeRaw`ANALYZE csv_word ("variantId", "verdict")`;
}

/** Whether a verdict, of a row or a word, changes something. */
export const changes = (verdict: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${verdict} = ANY(${[...CHANGING]}::text[])`;
