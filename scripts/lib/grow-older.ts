import type pg from "pg";

/**
 * Makes everything the app remembers so much older, and what it has put off so much sooner. PostgreSQL's clock cannot
 * be moved, and moving only the app's would set the two apart. Access tokens go by the shop's clock, which stands.
 */
export async function growOlder(pool: pg.Pool, minutes: number): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `SELECT table_name AS "table", array_agg(column_name::text) AS "columns" FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'timestamp with time zone'
         AND table_name <> '_prisma_migrations' GROUP BY 1`,
    );
    for (const { table, columns } of rows) {
      const older = columns.map((column) => `"${column}" = "${column}" - $1 * interval '1 minute'`);
      await client.query(`UPDATE "${table}" SET ${older.join(", ")}`, [minutes]);
    }
    await client.query(
      `UPDATE "SkuBalance" SET "lots" = (
         SELECT jsonb_object_agg(kind, ${olderLots("lots")}) FROM jsonb_each("SkuBalance"."lots") AS l (kind, lots))
       WHERE "lots" <> '{}'`,
      [minutes],
    );
    await client.query(
      `UPDATE "StockLook" SET "unconfirmed" = ${olderLots('"unconfirmed"')} WHERE "unconfirmed" IS NOT NULL`,
      [minutes],
    );
    await client.query(
      `UPDATE "StockLook" SET "counted" = (
         SELECT jsonb_object_agg(sku, jsonb_build_array(count -> 0, (count ->> 1)::bigint - $1::bigint * 60000))
         FROM jsonb_each("counted") AS c (sku, count))
       WHERE "counted" <> '{}'`,
      [minutes],
    );
    await client.query(
      `SELECT graphile_worker.reschedule_jobs(ARRAY[id], run_at := run_at - $1 * interval '1 minute')
       FROM graphile_worker.jobs`,
      [minutes],
    );
    await client.query("COMMIT");
  } catch (error) {
    broken = error as Error; // Its connection is closed, and with it the transaction.
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Lots of units hold their times in JSON: [units, milliseconds since 1970]. */
const olderLots = (lots: string) =>
  `(SELECT jsonb_agg(jsonb_build_array(lot -> 0, (lot ->> 1)::bigint - $1::bigint * 60000)) FROM jsonb_array_elements(${lots}) AS lot)`;
