import { isQueued } from "../../jobs/catalog.ts";
import type { ShopContext } from "../shop-context.ts";
import { PRODUCT_TOPICS } from "./translate-hint.ts";

/**
 * More products at once are read with one bulk query: Shopify sends a `products/update` for each stock figure we write,
 * and when a large shop goes live, reading them one by one would eat its API budget for an hour.
 */
export const MANY_PRODUCTS = 500;

/** For clocks that differ, and for what Shopify shows late. In milliseconds. */
const ROOM_MS = 60_000;

/** An import that is under way may have read products already as they were before. */
export async function isImportUnderWay({ db, shop }: ShopContext): Promise<boolean> {
  return (await db.catalogueImport.count({ where: { shop, stage: { not: "done" } } })) > 0;
}

/**
 * Whether events about products wait for the import that is under way: where they are many, it has read most of the products by
 * the time they could be read one by one, and for those that changed since there is another import.
 */
export async function doProductsWait(ctx: ShopContext): Promise<boolean> {
  if (!(await isImportUnderWay(ctx))) return false;
  const { rowCount } = await ctx.pool.query(
    `SELECT FROM "Hint"
     WHERE "shop" = $1 AND "followedAt" IS NULL AND "source" = 'shop' AND "event" = ANY($2::text[])
     GROUP BY "identifier" LIMIT 1 OFFSET $3`,
    [ctx.shop, PRODUCT_TOPICS, MANY_PRODUCTS],
  );
  // Nothing would end the wait for an import whose job has failed for good.
  return rowCount === 1 && isQueued(ctx.db, { name: "import-catalogue", shop: ctx.shop });
}

/**
 * Counts events about products as processed that came before Shopify was asked for what the last import has taken over. Those that
 * are tried again are not among them, and none is where lines of the import did not say which variant they show.
 */
export async function passImportedProducts(ctx: ShopContext): Promise<void> {
  await ctx.pool.query(
    `UPDATE "Hint" h SET "followedAt" = $3 FROM "CatalogueImport" i
     WHERE i."shop" = $1 AND i."stage" = 'done' AND i."finishedAt" IS NOT NULL AND i."unnamed" = 0
       AND h."shop" = $1 AND h."followedAt" IS NULL AND h."source" = 'shop' AND h."event" = ANY($2::text[])
       AND h."tries" = 0 AND h."receivedAt" < i."startedAt" - $4 * interval '1 millisecond'`,
    [ctx.shop, PRODUCT_TOPICS, ctx.clock(), ROOM_MS],
  );
}
