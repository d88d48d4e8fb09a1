import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { migrateDatabase } from "../../scripts/migrate-database.ts";
import { startPostgres } from "../../scripts/postgres/postgres.ts";
import { offerSharedWorld } from "./shared-world.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Connection string of the maintenance database on the tests' own server, for its superuser. */
    postgres: string;
    /** Connection string of a migrated, empty database to copy from, for the role that owns its tables. */
    template: string;
    /** The same for the role that the app uses. */
    appTemplate: string;
    /** Where `openStore` asks for the world that tests in a browser share. */
    sharedWorld: string;
  }
}

const TEMPLATE = "template_dockline";
const SHARED = "shared_world";

/**
 * A PostgreSQL for this run, with one migrated database from which every test's own is copied in milliseconds. As in
 * production, one role owns the tables and another one uses them, and neither is a superuser.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = mkdtempSync(join(tmpdir(), "dockline-test-"));
  const postgres = await startPostgres({ home: join(home, "postgres"), durable: false });
  const admin = new pg.Client({ connectionString: postgres.url("postgres") });
  await admin.connect();
  const login = async (role: string): Promise<string> => {
    const url = new URL(postgres.url(TEMPLATE));
    url.username = role;
    url.password = randomBytes(18).toString("base64url");
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD '${url.password}'`);
    return url.href;
  };
  const [ownerUrl, appUrl] = [await login("dockline_owner"), await login("dockline")];
  await admin.query(`CREATE DATABASE ${TEMPLATE} OWNER dockline_owner`);
  await migrateDatabase({ ownerUrl, appUrl });
  await admin.query(`ALTER DATABASE ${TEMPLATE} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
  const sharedWorld = await offerSharedWorld(async () => {
    await admin.query(`CREATE DATABASE ${SHARED} TEMPLATE ${TEMPLATE} OWNER dockline_owner`);
    const at = (url: string) => Object.assign(new URL(url), { pathname: `/${SHARED}` }).href;
    return { databaseUrl: at(appUrl), ownerUrl: at(ownerUrl) };
  });
  project.provide("sharedWorld", sharedWorld.url);
  project.provide("postgres", postgres.url("postgres"));
  project.provide("template", ownerUrl);
  project.provide("appTemplate", appUrl);
  return async () => {
    await sharedWorld.stop();
    await admin.end();
    await postgres.stop();
    rmSync(home, { recursive: true, force: true });
  };
}
