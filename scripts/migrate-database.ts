import { runMigrations } from "graphile-worker";
import pg from "pg";
import { problem, SettingsError } from "../app/config/settings-error.ts";
import { asSettingsError } from "../app/database/check-database.server.ts";
import { CONNECTION_TIMEOUT_MS } from "../app/database/connection-timeout.ts";
import { parseDatabaseUrl } from "../app/database/parse-database-url.ts";
import type { Env } from "../app/env.server.ts";
import { checkOwner } from "./database/check-owner.ts";
import { grantAppRole } from "./database/grant-app-role.ts";
import { tool } from "./run-tool.ts";

/** The server has no database of this name. */
const INVALID_CATALOG_NAME = "3D000";
const INSUFFICIENT_PRIVILEGE = "42501";

export interface Migration {
  /** Connection string of the role that owns the tables. */
  ownerUrl: string;
  /** Connection string of the role that the app uses; the owner's when left out. */
  appUrl?: string;
  /** The setting that names the owner, for messages. */
  setting?: string;
}

/** Who migrates the database that the settings name, and for which role. */
export function migrationOf({
  DATABASE_URL,
  MIGRATION_DATABASE_URL,
}: Pick<Env, "DATABASE_URL" | "MIGRATION_DATABASE_URL">): Migration {
  if (!MIGRATION_DATABASE_URL) return { ownerUrl: DATABASE_URL };
  return { ownerUrl: MIGRATION_DATABASE_URL, appUrl: DATABASE_URL, setting: "MIGRATION_DATABASE_URL" };
}

/**
 * Brings a database to the present schema, our tables and the job queue's, and gives the app's role its rights. Creates
 * database and role when they are missing. Repeatable.
 * @throws SettingsError when a setting names a database or role with which this cannot be done; nothing has changed then
 */
export async function migrateDatabase({
  ownerUrl,
  appUrl = ownerUrl,
  setting = "DATABASE_URL",
}: Migration): Promise<void> {
  const app = parseDatabaseUrl(appUrl);
  if (!app) throw new Error("The app's connection string cannot be read.");
  const owner = await connectAsOwner(ownerUrl, setting);
  try {
    await checkOwner(owner, { setting, appRole: app.user });
    await tool("prisma", ["migrate", "deploy"], { DATABASE_URL: ownerUrl });
    await migrateQueue(ownerUrl);
    await grantAppRole(owner, app);
  } finally {
    await owner.end();
  }
}

/** @throws SettingsError when the database can neither be reached nor created. */
async function connectAsOwner(url: string, setting: string): Promise<pg.Client> {
  try {
    return await connect(url);
  } catch (error) {
    if (codeOf(error) !== INVALID_CATALOG_NAME) throw asSettingsError(error, setting);
  }
  try {
    await createDatabase(url);
    return await connect(url);
  } catch (error) {
    if (codeOf(error) !== INSUFFICIENT_PRIVILEGE) throw asSettingsError(error, setting);
    throw new SettingsError([
      problem(`${setting} names a database that does not exist and that its role may not create`, "roles"),
    ]);
  }
}

async function createDatabase(url: string): Promise<void> {
  const name = parseDatabaseUrl(url)?.database ?? "";
  const maintenance = new URL(url);
  maintenance.pathname = "/postgres";
  const client = await connect(maintenance.href);
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS });
  // A query that needs a lost connection says so itself.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function migrateQueue(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  // A query that needs a lost connection says so itself; graphile-worker insists that somebody listens.
  for (const event of ["error", "connect"] as const) pool.on(event, () => undefined);
  try {
    await runMigrations({ pgPool: pool });
  } finally {
    await pool.end();
  }
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown }).code;
}
