import type pg from "pg";
import { checkVersion } from "../../app/database/check-database.server.ts";
import { problem, SettingsError } from "../../app/config/settings-error.ts";

/** What the migrations create; a test holds this to them. */
export const EXTENSIONS: readonly string[] = ["btree_gin", "pg_trgm"];

interface Rights {
  mayCreate: boolean;
  ownsTables: boolean;
  /** Extensions that are not installed on the server. */
  unavailable: string[];
  /** Extensions that this role may not create. */
  forbidden: string[];
  hasAppRole: boolean;
}

/**
 * Checks that a role may run the migrations and grant what follows, before the first of them: one that fails halfway
 * has to be repaired by hand.
 * @param names.setting the setting that names the role
 * @param names.appRole the role that the app uses
 * @param names.extensions those that the migrations create
 * @throws SettingsError with one sentence for each right that is missing
 */
export async function checkOwner(
  client: pg.Client,
  {
    setting,
    appRole,
    extensions = EXTENSIONS,
  }: { setting: string; appRole: string; extensions?: readonly string[] },
): Promise<void> {
  await checkVersion(client, setting);
  const { rows } = await client.query<Rights>(RIGHTS, [extensions, appRole]);
  const [{ mayCreate, ownsTables, unavailable, forbidden, hasAppRole }] = rows as [Rights];
  const problems: string[] = [];
  if (!ownsTables) {
    const other =
      setting === "DATABASE_URL"
        ? "names a role that does not own the app's tables; set MIGRATION_DATABASE_URL to the one that does"
        : "must name the role that owns the app's tables";
    problems.push(problem(`${setting} ${other}`, "roles"));
  } else if (!mayCreate)
    problems.push(
      problem(`${setting} must name the owner of the database, who may create tables in it`, "roles"),
    );
  if (unavailable.length > 0)
    problems.push(
      problem(`PostgreSQL lacks the extension ${unavailable.join(", ")}; install postgresql-contrib there`),
    );
  if (forbidden.length > 0) {
    const sql = forbidden.map((name) => `CREATE EXTENSION ${name};`).join(" ");
    problems.push(
      problem(
        `${setting} names a role that may not create extensions; a superuser must run: ${sql}`,
        "roles",
      ),
    );
  }
  if (!hasAppRole) {
    const sql = `CREATE ROLE ${client.escapeIdentifier(appRole)} LOGIN PASSWORD '…';`;
    problems.push(
      problem(`DATABASE_URL names a role that does not exist; a superuser must run: ${sql}`, "roles"),
    );
  }
  if (problems.length > 0) throw new SettingsError(problems);
}

/** A trusted extension may be created by everybody who may create in the database; others take a superuser. */
const RIGHTS = `
  WITH "role" AS (
    SELECT rolsuper AS "isSuperuser", rolsuper OR rolcreaterole AS "mayCreateRoles"
    FROM pg_roles WHERE rolname = current_user
  ),
  "extensions" AS (
    SELECT "name",
      EXISTS (SELECT FROM pg_available_extensions a WHERE a.name = e."name") AS "isAvailable",
      EXISTS (SELECT FROM pg_available_extension_versions v WHERE v.name = e."name" AND v.trusted) AS "isTrusted"
    FROM unnest($1::text[]) e ("name") WHERE NOT EXISTS (SELECT FROM pg_extension x WHERE x.extname = e."name")
  )
  SELECT
    has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS "mayCreate",
    NOT EXISTS (
      SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relkind = 'r' AND NOT pg_has_role(c.relowner, 'USAGE')
        AND (n.nspname = 'graphile_worker' OR c.oid = to_regclass('public._prisma_migrations'))
    ) AS "ownsTables",
    ARRAY(SELECT "name" FROM "extensions" WHERE NOT "isAvailable") AS "unavailable",
    ARRAY(
      SELECT "name" FROM "extensions"
      WHERE "isAvailable" AND NOT "isTrusted" AND NOT "isSuperuser"
    ) AS "forbidden",
    "mayCreateRoles" OR EXISTS (SELECT FROM pg_roles WHERE rolname = $2) AS "hasAppRole"
  FROM "role"`;
