import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject, onTestFinished } from "vitest";

/** A database of this test's own, empty and migrated; dropped when the test is over, or whatever `atEnd` waits for. */
export async function createDatabase(
  atEnd: (drop: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  await asAdmin((admin) => admin.query(`CREATE DATABASE ${name} TEMPLATE ${inject("template")}`));
  atEnd(() => asAdmin((admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`)));
  const url = new URL(inject("postgres"));
  url.pathname = `/${name}`;
  return url.href;
}

/** Every table in which something of a shop is kept. */
export async function shopTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS "name" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'shop' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

async function asAdmin(work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: inject("postgres") });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
