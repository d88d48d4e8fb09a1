import { runMigrations } from "graphile-worker";
import pg from "pg";
import { tool } from "./run-tool.ts";

/** Brings a database to the present schema: our tables and the job queue's. Creates it if it is not there. Repeatable. */
export async function migrateDatabase(url: string): Promise<void> {
  await createDatabase(url);
  await tool("prisma", ["migrate", "deploy"], { DATABASE_URL: url });
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // A query that needs a lost connection says so itself; graphile-worker insists that somebody listens.
  for (const event of ["error", "connect"] as const) pool.on(event, () => undefined);
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

async function createDatabase(url: string): Promise<void> {
  const address = new URL(url);
  const name = decodeURIComponent(address.pathname.slice(1));
  address.pathname = "/postgres";
  if (await isThere(url)) return;
  const admin = new pg.Client({ connectionString: address.href });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${admin.escapeIdentifier(name)}`);
  } finally {
    await admin.end();
  }
}

/** @throws when the server itself cannot be reached or refuses us. */
async function isThere(url: string): Promise<boolean> {
  const probe = new pg.Client({ connectionString: url });
  try {
    await probe.connect();
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "3D000") return false; // invalid_catalog_name
    throw error;
  } finally {
    await probe.end().catch(() => undefined);
  }
}
