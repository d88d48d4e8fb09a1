import type pg from "pg";

/** Everything in the app's own tables and in the queue, row by row, as text: by the database's word, so none is left out. */
export async function everyRow(pool: pg.Pool): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT quote_ident(table_schema) || '.' || quote_ident(table_name) AS "name" FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND (table_schema = 'public' AND table_name <> '_prisma_migrations'
       OR table_name IN ('_private_jobs', '_private_job_queues')) ORDER BY 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS "row" FROM ${name} t ORDER BY 1`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

/** A sealed value: letters and digits that hold any short word by chance. */
const SEALED = /eyJ[\w-]+(\.[\w-]*){4}/g;

/** The tables, and the queue, in whose rows one of these words stands, other than in a sealed value. */
export async function tracesOf(pool: pg.Pool, words: readonly string[]): Promise<string[]> {
  return Object.entries(await everyRow(pool)).flatMap(([name, rows]) =>
    rows
      .map((row) => row.replaceAll(SEALED, "sealed"))
      .filter((row) => words.some((word) => row.toLowerCase().includes(word.toLowerCase())))
      .map((row) => `${name}: ${row}`),
  );
}
