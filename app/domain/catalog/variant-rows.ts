import { Prisma } from "@prisma/client";
import { folded } from "./matching.ts";

/**
 * Variants as `app/shopify/variants.ts` asks for them, each a text of JSON in the column `line` of `lines`, as the
 * columns of `Variant` and (prefixed `of`) `ShopProduct`. Gift cards are nothing that lies in a warehouse and are left
 * out. The same variant twice is one, the last.
 */
export function variantRows(lines: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT DISTINCT ON (j->>'id')
      j->>'id' AS "variantId", i->>'id' AS "inventoryItemId", p->>'id' AS "productId",
      p->>'title' AS "productTitle", j->>'title' AS "variantTitle",
      CASE WHEN btrim(j->>'sku') <> '' THEN j->>'sku' END AS "sku", ${folded(Prisma.sql`j->>'sku'`)} AS "skuFolded",
      nullif(btrim(j->>'barcode'), '') AS "barcode",
      coalesce((i->>'tracked')::boolean, false) AS "tracked",
      coalesce((j->>'requiresComponents')::boolean, false) AS "bundle",
      ${GRAMS} AS "weight", ${https(Prisma.sql`p#>>'{featuredMedia,preview,image,url}'`)} AS "ofImageUrl",
      (i#>>'{inventoryLevel,quantities,0,quantity}')::integer AS "onHand",
      p->>'status' AS "ofStatus", ${https(Prisma.sql`p->>'onlineStoreUrl'`)} AS "ofUrl",
      ${millimetres("width")} AS "width", ${millimetres("height")} AS "height", ${millimetres("length")} AS "length"
    FROM (SELECT l."line"::jsonb AS j FROM (${lines}) l OFFSET 0) parsed,
      LATERAL (SELECT j->'product' AS p, j->'inventoryItem' AS i, j#>'{inventoryItem,measurement,weight}' AS w) parts
    WHERE NOT coalesce((p->>'isGiftCard')::boolean, false)
    ORDER BY j->>'id'`;
}

/** The warehouse takes https addresses only. */
function https(address: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`CASE WHEN ${address} LIKE 'https://%' THEN ${address} END`;
}

/** PostgreSQL's integers end here; no parcel does. */
const MOST = 2_147_483_647;

/** Shopify's units of weight in grams; 0 is what Shopify shows for a weight nobody entered. */
const GRAMS = Prisma.sql`
  nullif(least(round((w->>'value')::numeric * CASE w->>'unit'
    WHEN 'KILOGRAMS' THEN 1000 WHEN 'OUNCES' THEN 28.349523125 WHEN 'POUNDS' THEN 453.59237 ELSE 1 END), ${MOST}), 0)::integer`;

/**
 * A dimension in millimetres, from the variant's metafield or else its product's: of type `dimension`, with its unit, or
 * a plain number, which is taken for millimetres. Anything else is none.
 */
function millimetres(name: "width" | "height" | "length"): Prisma.Sql {
  const of = (field: Prisma.Sql) => Prisma.sql`
    CASE
      WHEN ${field}->>'type' = 'dimension' AND ${field}->>'value' LIKE '{%' THEN
        (((${field}->>'value')::jsonb)->>'value')::numeric * CASE lower(((${field}->>'value')::jsonb)->>'unit')
          WHEN 'mm' THEN 1 WHEN 'cm' THEN 10 WHEN 'm' THEN 1000 WHEN 'in' THEN 25.4 WHEN 'ft' THEN 304.8 WHEN 'yd' THEN 914.4
          WHEN 'millimeters' THEN 1 WHEN 'centimeters' THEN 10 WHEN 'meters' THEN 1000
          WHEN 'inches' THEN 25.4 WHEN 'feet' THEN 304.8 WHEN 'yards' THEN 914.4 END
      WHEN ${field}->>'type' IN ('number_integer', 'number_decimal') AND ${field}->>'value' ~ '^[0-9]+([.][0-9]+)?$' THEN
        (${field}->>'value')::numeric
    END`;
  const key = Prisma.raw(`'${name}'`);
  const value = Prisma.sql`coalesce(${of(Prisma.sql`(j->${key})`)}, ${of(Prisma.sql`(p->${key})`)})`;
  return Prisma.sql`CASE WHEN ${value} >= 0 THEN least(round(${value}), ${MOST})::integer END`;
}
