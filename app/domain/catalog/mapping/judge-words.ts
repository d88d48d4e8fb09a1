import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { holdings } from "./holdings.ts";
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

/** Refuses goods the warehouse does not know, as far as we have heard. */
export async function refuseUnknownGoods(tx: Tx, shop: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE csv_goods g SET "wrong" = 'unknown-sku'
    WHERE NOT EXISTS (SELECT FROM "WarehouseProduct" w WHERE w."shop" = ${shop} AND w."sku" = g."sku")`;
  await holdBack(tx);
}

/**
 * Refuses goods that two variants would be mapped to when all is done, unless it is said how they are shared. What a
 * variant gives up another may take in the same file; but what is refused keeps its goods, which are then refused to
 * others in turn.
 */
export async function refuseConflicts(tx: Tx, shop: string): Promise<void> {
  await tx.$executeRaw`
    CREATE TEMP TABLE csv_wanted ("variantId" text, "sku" text, "times" bigint) ON COMMIT DROP`;
  await tx.$executeRaw`
    CREATE TEMP TABLE csv_held ("variantId" text, "sku" text, "moves" boolean) ON COMMIT DROP`;
  await tx.$executeRaw`CREATE TEMP TABLE csv_refused ("variantId" text PRIMARY KEY) ON COMMIT DROP`;
  await tx.$executeRaw`
    INSERT INTO csv_wanted
    SELECT g."variantId", g."sku", count(*) OVER (PARTITION BY g."sku") FROM csv_goods g
    WHERE g."wrong" IS NULL AND g."sku" NOT IN (SELECT "sku" FROM "SharedSku" WHERE "shop" = ${shop})`;
  await tx.$executeRaw`
    INSERT INTO csv_held
    SELECT h."variantId", h."sku", w."variantId" IS NOT NULL
    FROM ${holdings(shop)} h LEFT JOIN csv_word w ON w."variantId" = h."variantId" AND w."verdict" IS NULL`;
  await tx.$executeRaw`CREATE INDEX ON csv_wanted ("sku")`;
  await tx.$executeRaw`CREATE INDEX ON csv_held ("variantId")`;
  await tx.$executeRaw`ANALYZE csv_wanted`;
  await tx.$executeRaw`ANALYZE csv_held`;
  // A column of SKUs shifted by one row makes a chain as long as the file: each link is looked up (OFFSET 0 keeps the
  // lookup apart), never searched for.
  await tx.$executeRaw`
    INSERT INTO csv_refused
    WITH RECURSIVE refused ("variantId") AS (
      SELECT "variantId" FROM csv_wanted
      WHERE "times" > 1 OR "sku" IN (SELECT "sku" FROM csv_held WHERE NOT "moves")
      UNION
      SELECT next."variantId"
      FROM refused r CROSS JOIN LATERAL (
        SELECT w."variantId" FROM csv_held h JOIN csv_wanted w ON w."sku" = h."sku"
        WHERE h."variantId" = r."variantId" AND w."variantId" <> r."variantId" OFFSET 0
      ) next
    )
    SELECT "variantId" FROM refused`;
  await tx.$executeRaw`ANALYZE csv_refused`;
  await tx.$executeRaw`
    WITH stays AS (
      SELECT h."variantId", h."sku" FROM csv_held h
      WHERE NOT h."moves" OR h."variantId" IN (SELECT "variantId" FROM csv_refused)
    ),
    contested AS (
      SELECT "variantId", "sku" FROM csv_wanted WHERE "times" > 1
      UNION
      SELECT w."variantId", w."sku" FROM csv_wanted w JOIN stays s ON s."sku" = w."sku" AND s."variantId" <> w."variantId"
    )
    UPDATE csv_goods g SET "wrong" = 'conflict' FROM contested c
    WHERE g."variantId" = c."variantId" AND g."sku" = c."sku"`;
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
