import type pg from "pg";

/** Does something in a transaction without Prisma: all of it or, should it throw, nothing. */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    broken = error as Error; // Its connection is closed, and with it the transaction.
    throw error;
  } finally {
    client.release(broken);
  }
}
