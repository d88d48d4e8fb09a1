import { readdir } from "node:fs/promises";
import type pg from "pg";

/** Where the built program finds the migrations it was made for. */
const MIGRATIONS_FOLDER = "prisma/migrations";
/** PostgreSQL has no such table. */
const UNDEFINED_TABLE = "42P01";

/**
 * Counts the migrations that this version knows and the database lacks. Newer ones do no harm: they only ever add
 * (docs/operations.md).
 */
export async function countMissingMigrations(pool: pg.Pool): Promise<{ missing: number; known: number }> {
  const entries = await readdir(MIGRATIONS_FOLDER, { withFileTypes: true });
  const known = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const applied = new Set(await appliedMigrations(pool));
  return { missing: known.filter((name) => !applied.has(name)).length, known: known.length };
}

async function appliedMigrations(pool: pg.Pool): Promise<string[]> {
  try {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT "migration_name" AS "name" FROM "_prisma_migrations"
       WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL`,
    );
    return rows.map(({ name }) => name);
  } catch (error) {
    if ((error as { code?: string }).code === UNDEFINED_TABLE) return [];
    throw error;
  }
}
