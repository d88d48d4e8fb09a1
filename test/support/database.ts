import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject, onTestFinished } from "vitest";

/**
 * A database of this test's own, empty and migrated; dropped when the test is over, or whatever `atEnd` waits for.
 * @returns its connection string for the role that the app uses
 */
export async function createDatabase(
  atEnd: (drop: () => Promise<void>) => void = onTestFinished,
): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const { pathname, username } = new URL(inject("template"));
  await asAdmin((admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${pathname.slice(1)} OWNER ${username}`),
  );
  atEnd(async () => void (await asAdmin((admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`))));
  return atDatabase(inject("appTemplate"), name);
}

/** Connection string of the same database for the role that owns its tables, which may change them. */
export function ownerUrlOf(url: string): string {
  return atDatabase(inject("template"), new URL(url).pathname.slice(1));
}

/**
 * Has the owner of the tables do what the app's role may not: change tables, or renew statistics about them.
 * @param database a pool of the app's role, or its connection string
 */
export async function asOwner(database: pg.Pool | string, sql: string): Promise<void> {
  const url = typeof database === "string" ? database : (database.options.connectionString ?? "");
  await withClient(ownerUrlOf(url), (owner) => owner.query(sql));
}

/** Every table in which something of a shop is kept. */
export async function shopTables(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT table_name AS "name" FROM information_schema.columns
     WHERE table_schema = 'public' AND column_name = 'shop' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Has the superuser of the tests' PostgreSQL do what nobody else may. */
export async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  return withClient(inject("postgres"), work);
}

function atDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
