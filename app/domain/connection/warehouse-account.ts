import type pg from "pg";
import type { ShopContext } from "../shop-context.ts";

/** What is recommended to keep unsold of each SKU where other stores sell from the same stock. */
export const RECOMMENDED_SAFETY_STOCK = 2;

/**
 * Keeps a digest of the access token, the best identity of a warehouse account that the interface gives: stores of one account
 * usually use one token. It says nothing about the token, and is neither logged nor shown. After a change of the app's secret
 * keys it is another, and the next run stores that.
 */
export async function keepAccountDigest(
  { pool, secrets, shop }: ShopContext,
  { accessToken }: { accessToken: string },
): Promise<void> {
  await pool.query(
    `UPDATE "Connection" SET "accountDigest" = $2
     WHERE "shop" = $1 AND "disconnectedAt" IS NULL AND "accountDigest" IS DISTINCT FROM $2`,
    [shop, secrets.digest(accessToken)],
  );
}

/** Whether the store's warehouse account serves other stores too. Of those only their number is read. */
export async function isAccountShared({
  pool,
  shop,
}: Pick<ShopContext, "shop"> & { pool: Queryable }): Promise<boolean> {
  const { rows } = await pool.query<{ stores: number }>({
    name: "stores-of-account",
    text: `SELECT count(*)::integer AS "stores" FROM "Connection" c
     JOIN "Connection" o ON o."accountDigest" = c."accountDigest" AND o."disconnectedAt" IS NULL
     WHERE c."shop" = $1 AND c."disconnectedAt" IS NULL`,
    values: [shop],
  });
  return (rows[0]?.stores ?? 0) > 1;
}

type Queryable = Pick<pg.ClientBase, "query">;
