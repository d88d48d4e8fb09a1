import type pg from "pg";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { storedOf, storeListed, type StoredProduct } from "../../catalog/import/store-warehouse-products.ts";
import type { ShopContext } from "../../shop-context.ts";

/** Products stored in one go: ten pages of the list. */
const AT_ONCE = 1_000;
/** SKUs of ours looked through in one go, for what the list did not show. */
const LOOKED_THROUGH = 10_000;

/**
 * Reads the warehouse's whole list into our memory of it. From then on every figure there is at least as new as the
 * sweep: the list has shown it, or somebody asked later. What the list did not show has no figure any more.
 *
 * What came is stored while more is on its way; what is stored together counts as old as the first of it. Cut off, it
 * is read from its beginning again.
 */
export async function readWarehouseList(ctx: ShopContext, warehouse: WarehouseClient): Promise<void> {
  const begunAt = ctx.clock();
  // Two pages are under way at once: one was asked for when the page two before it had been worked on.
  let askedAt = begunAt;
  let nextAskedAt = begunAt;
  let readAt = begunAt;
  let products: StoredProduct[] = [];
  const shown = new Set<string>();
  let storing = Promise.resolve();
  const expected = await ctx.db.warehouseProduct.count({ where: { shop: ctx.shop } });
  for await (const page of warehouse.products.pages({}, { expected })) {
    if (products.length === 0) readAt = askedAt;
    for (const product of page) {
      products.push(storedOf(product));
      shown.add(product.sku);
    }
    askedAt = nextAskedAt;
    nextAskedAt = ctx.clock();
    if (products.length < AT_ONCE) continue;
    await storing;
    storing = storeListed(ctx, { products, readAt });
    storing.catch(() => undefined); // Thrown where it is waited for.
    products = [];
  }
  await storing;
  await storeListed(ctx, { products, readAt });
  await forgetFigures(ctx, { except: shown, before: begunAt });
}

/** Of what the list did not show the figure is unknown, unless it was asked for since. */
async function forgetFigures(
  { pool, shop }: ShopContext,
  { except, before }: { except: ReadonlySet<string>; before: Date },
): Promise<void> {
  let after: string | undefined = "";
  while (after !== undefined) {
    const { rows }: pg.QueryResult<{ sku: string }> = await pool.query(
      `SELECT "sku" FROM "WarehouseProduct"
       WHERE "shop" = $1 AND "sku" > $2 AND "stock" IS NOT NULL AND "readAt" < $3 ORDER BY "sku" LIMIT ${LOOKED_THROUGH}`,
      [shop, after, before],
    );
    const skus = rows.map(({ sku }) => sku).filter((sku) => !except.has(sku));
    if (skus.length > 0)
      await pool.query(
        `UPDATE "WarehouseProduct" SET "stock" = NULL, "readAt" = $3
         WHERE "shop" = $1 AND "sku" = ANY($2::text[]) AND "readAt" < $3`,
        [shop, skus, before],
      );
    after = rows.at(-1)?.sku;
  }
}
