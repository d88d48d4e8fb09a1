import { Prisma } from "@prisma/client";
import type pg from "pg";
import type { Tx } from "../../../db.server.ts";
import type { ShopContext } from "../../shop-context.ts";

/** The first of the two numbers under which a store's balances and looks are locked; the other is the store's. */
const STOCK_LOCK = 7_401;

/**
 * Lets nobody else write balances or looks of the store until the transaction ends. Take it before the first row that other
 * transactions lock too, except `lockMappings`, which comes before it: rows of many variants are locked in any order.
 */
export async function lockStock(tx: Tx, shop: string): Promise<void> {
  await tx.$executeRaw(Prisma.sql`SELECT ${locking(shop)}`);
}

/** The same within one statement: a common table expression, from which what the statement writes is to be selected. */
export function stockLocked(shop: string): Prisma.Sql {
  return Prisma.sql`stock_locked AS MATERIALIZED (SELECT ${locking(shop)})`;
}

function locking(shop: string): Prisma.Sql {
  return Prisma.sql`pg_advisory_xact_lock(${STOCK_LOCK}::int, hashtext(${shop}))`;
}

/** All that was observed has been forgotten since this run began, because it was observed at another place or in another way. */
export class StockReset extends Error {
  override readonly name = "StockReset";
}

/**
 * Loads, decides and stores in one transaction, one after the other for a store: a sweep runs beside the jobs that events lead
 * to, and a move must not be counted twice. Call nothing in it that waits for another system.
 * @throws StockReset when all that was observed has been forgotten since `epoch` was read
 */
export async function withStockLock<T>(
  { pool, shop }: ShopContext,
  epoch: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    // The commit does not wait for the disk. Nothing depends on it before a later commit has reached the disk, and this one with
    // it: the one that notes the write, or that counts the event as processed.
    await client.query("BEGIN; SET LOCAL synchronous_commit TO off");
    await client.query({
      name: "lock-stock",
      text: `SELECT pg_advisory_xact_lock($1::int, hashtext($2))`,
      values: [STOCK_LOCK, shop],
    });
    const { rows } = await client.query<{ stockEpoch: number }>({
      name: "stock-epoch",
      text: `SELECT "stockEpoch" FROM "Connection" WHERE "shop" = $1`,
      values: [shop],
    });
    if (rows[0]?.stockEpoch !== epoch) throw new StockReset();
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
