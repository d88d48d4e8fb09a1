import { Prisma } from "@prisma/client";
import type { Tx } from "../../../db.server.ts";
import { readVariantNodes, type VariantReadings } from "./read-variant-node.ts";
import { packVariants, variantRows } from "./variant-rows.ts";

/**
 * Keeps what the shop showed of some variants, `since` is when the reading they belong to began: what was read later
 * is kept. Storing them twice stores the same.
 * @returns those that cannot be read: they stay as they were
 */
export async function storeVariants(
  tx: Tx,
  { shop, variants, since }: { shop: string; variants: readonly unknown[]; since: Date },
): Promise<Pick<VariantReadings, "unreadable" | "unnamed">> {
  const { readings, unreadable, unnamed } = readVariantNodes(variants);
  await tx.$executeRaw`
    WITH rows AS MATERIALIZED (${variantRows(Prisma.sql`SELECT ${packVariants(readings)}::jsonb AS "rows"`)}),
    ${storingProducts(shop)}
    ${storingRows(shop, since)}`;
  if (unreadable.length > 0)
    await tx.$executeRaw(keepingUnreadable(shop, { variantIds: unreadable, at: since }));
  return { unreadable, unnamed };
}

/** Marks variants as shown by Shopify, although what it showed of them cannot be read: they stay as they were. */
export function keepingUnreadable(
  shop: string,
  { variantIds, at }: { variantIds: readonly string[]; at: Date },
): Prisma.Sql {
  return Prisma.sql`
    UPDATE "Variant" SET "readAt" = greatest("readAt", ${at})
    WHERE "shop" = ${shop} AND "variantId" = ANY(${[...variantIds]}::text[]) AND "goneAt" IS NULL`;
}

/** A common table expression that keeps the products of `rows`; untouched where nothing changed. */
export function storingProducts(shop: string): Prisma.Sql {
  return Prisma.sql`
    kept_products AS (
      INSERT INTO "ShopProduct" AS p ("shop", "productId", "title", "status", "url", "imageUrl")
      SELECT DISTINCT ON ("productId") ${shop}, "productId", "productTitle", "ofStatus", "ofUrl", "ofImageUrl" FROM rows
      ORDER BY "productId"
      ON CONFLICT ("shop", "productId") DO UPDATE SET
        "title" = excluded."title", "status" = excluded."status", "url" = excluded."url",
        "imageUrl" = excluded."imageUrl"
      WHERE (p."title", p."status", p."url", p."imageUrl")
        IS DISTINCT FROM (excluded."title", excluded."status", excluded."url", excluded."imageUrl")
    )`;
}

/** The columns of `Variant` that a reading of the shop fills, from an alias `r` with those of `variantRows`. */
const READ = [
  "inventoryItemId",
  "productId",
  "productTitle",
  "variantTitle",
  "sku",
  "skuFolded",
  "barcode",
  "tracked",
  "bundle",
  "weight",
  "width",
  "height",
  "length",
];
/** Those that matching fills, from an alias `d` with the columns of `matching`. */
const MATCHED = ["state", "reason", "suggestedSku", "suggestedFrom"];

const listed = (columns: readonly string[], alias?: string) =>
  Prisma.raw(columns.map((column) => `${alias ? `${alias}.` : ""}"${column}"`).join(", "));
const assigned = (columns: readonly string[], alias: string) =>
  Prisma.raw(columns.map((column) => `"${column}" = ${alias}."${column}"`).join(", "));

/** Keeps the variants of `rows`. Those that are new wait to be matched; the others stay as they were matched. */
function storingRows(shop: string, since: Date): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO "Variant" AS v ("shop", "variantId", ${listed(READ)}, "onHand", "onHandReadAt", "readAt")
    SELECT ${shop}, r."variantId", ${listed(READ, "r")}, r."onHand", ${since}, ${since} FROM rows r
    ON CONFLICT ("shop", "variantId") DO UPDATE SET ${assigned(READ, "excluded")},
      "readAt" = excluded."readAt", "goneAt" = NULL,
      "onHand" = CASE WHEN excluded."onHandReadAt" >= v."onHandReadAt" THEN excluded."onHand" ELSE v."onHand" END,
      "onHandReadAt" = greatest(v."onHandReadAt", excluded."onHandReadAt")
    WHERE v."readAt" <= excluded."readAt"`;
}

/**
 * Keeps the whole shop's variants, `rows`, as `decided`: those that are as they were are not touched, because writing a
 * hundred thousand rows as they are takes as long as writing them anew. A variant that somebody else stores at the same
 * moment makes it fail and be repeated.
 */
export function storingAll(shop: string, since: Date): Prisma.Sql {
  const columns = [...READ, ...MATCHED];
  const told = Prisma.sql`${listed(READ, "r")}, ${listed(MATCHED, "d")}`;
  return Prisma.sql`
    changed AS (
      UPDATE "Variant" v SET ${assigned(READ, "r")}, ${assigned(MATCHED, "d")}, "readAt" = ${since}, "goneAt" = NULL,
        "onHand" = CASE WHEN ${since} >= v."onHandReadAt" THEN r."onHand" ELSE v."onHand" END,
        "onHandReadAt" = greatest(v."onHandReadAt", ${since})
      FROM rows r JOIN decided d ON d."variantId" = r."variantId"
      WHERE v."shop" = ${shop} AND v."variantId" = r."variantId" AND v."readAt" <= ${since}
        AND (v."goneAt", v."onHand", ${listed(columns, "v")}) IS DISTINCT FROM (NULL, r."onHand", ${told})
    )
    INSERT INTO "Variant" ("shop", "variantId", ${listed(columns)}, "onHand", "onHandReadAt", "readAt")
    SELECT ${shop}, r."variantId", ${told}, r."onHand", ${since}, ${since}
    FROM rows r JOIN decided d ON d."variantId" = r."variantId"
    WHERE NOT EXISTS (SELECT FROM "Variant" v WHERE v."shop" = ${shop} AND v."variantId" = r."variantId")`;
}
