import type pg from "pg";
import { problem, SettingsError } from "../config/settings-error.ts";
import { explainDatabaseError } from "./explain-database-error.ts";
import { countMissingMigrations } from "./missing-migrations.ts";

/** PostgreSQL 15 is the oldest whose `public` schema only its owner may change. As in `server_version_num`. */
const OLDEST_VERSION = 150_000;

export interface DatabaseCheck {
  /** The role may change tables: it owns them, or is a superuser. */
  mayChangeTables: boolean;
}

/**
 * Checks that the app can work on the database before anything else starts: it answers, is new enough, has every
 * migration, and its role may do what the app does.
 * @throws SettingsError with one sentence that names `DATABASE_URL`
 */
export async function checkDatabase(pool: pg.Pool): Promise<DatabaseCheck> {
  const setting = "DATABASE_URL";
  try {
    await checkVersion(pool, setting);
    const { missing } = await countMissingMigrations(pool);
    const { rows } = await pool.query<{ hasQueue: boolean; lacksRights: boolean; mayChangeTables: boolean }>(
      RIGHTS,
    );
    const { hasQueue = false, lacksRights = true, mayChangeTables = false } = rows[0] ?? {};
    if (missing > 0 || !hasQueue)
      throw new SettingsError([
        problem(`${setting} names a database that lacks migrations; run npm run migrate`, "migrations"),
      ]);
    if (lacksRights) throw Object.assign(new Error("The role lacks rights."), { code: "42501" });
    return { mayChangeTables };
  } catch (error) {
    throw asSettingsError(error, setting);
  }
}

/** @throws SettingsError when PostgreSQL is too old; what `pg` throws when it cannot be asked. */
export async function checkVersion(db: Pick<pg.Pool, "query">, setting: string): Promise<void> {
  const { rows } = await db.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int AS "version"`,
  );
  if ((rows[0]?.version ?? 0) < OLDEST_VERSION)
    throw new SettingsError([problem(`${setting} names a PostgreSQL older than 15; use 15 or newer`)]);
}

/** An error of the database as a problem with the setting that names it; any other error as it is. */
export function asSettingsError(error: unknown, setting: string): unknown {
  if (error instanceof SettingsError) return error;
  const text = explainDatabaseError(error, setting);
  return text === undefined ? error : new SettingsError([text], { cause: error });
}

/**
 * What the present role may do. Tables of others in the same schema do not count: the app's are those that the owner
 * of `_prisma_migrations` owns. The queue's tables hide their rows from every role but their owner and those that a
 * policy names.
 */
const RIGHTS = `
  WITH "tables" AS (
    SELECT c.oid, c.relowner, c.relrowsecurity, n.nspname AS "schema", n.oid AS "schemaId"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND c.relname NOT IN ('_prisma_migrations', 'migrations')
      AND (n.nspname = 'graphile_worker' OR n.nspname = 'public'
        AND c.relowner = (SELECT relowner FROM pg_class WHERE oid = to_regclass('public._prisma_migrations')))
  )
  SELECT
    count(*) FILTER (WHERE "schema" = 'graphile_worker') > 0 AS "hasQueue",
    bool_or(
      NOT has_schema_privilege("schemaId", 'USAGE')
      OR NOT has_table_privilege(oid, 'SELECT') OR NOT has_table_privilege(oid, 'INSERT')
      OR NOT has_table_privilege(oid, 'UPDATE') OR NOT has_table_privilege(oid, 'DELETE')
      OR relrowsecurity AND row_security_active(oid) AND NOT EXISTS (
        SELECT FROM pg_policy p WHERE p.polrelid = "tables".oid AND current_user::regrole = ANY (p.polroles))
    ) AS "lacksRights",
    bool_or(pg_has_role(relowner, 'USAGE')) OR has_schema_privilege('public', 'CREATE') AS "mayChangeTables"
  FROM "tables"`;
