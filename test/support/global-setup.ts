import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../../scripts/migrate-database.ts";
import { startPostgres } from "../../scripts/postgres/postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the maintenance database on the tests' own server. */
    postgres: string;
    /** Name of a migrated, empty database to copy from. */
    template: string;
  }
}

/** A PostgreSQL for this run, with one migrated database from which every test's own is copied in milliseconds. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), "dockline-test-"));
  const postgres = await startPostgres({ home: join(home, "postgres"), durable: false });
  await migrateDatabase(postgres.url("template_dockline"));
  const admin = new pg.Client({ connectionString: postgres.url("postgres") });
  await admin.connect();
  await admin.query("ALTER DATABASE template_dockline IS_TEMPLATE true ALLOW_CONNECTIONS false");
  await admin.end();
  project.provide("postgres", postgres.url("postgres"));
  project.provide("template", "template_dockline");
  return async () => {
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  };
}
