import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { readEnv } from "../../app/env.server.ts";
import { migrateDatabase, migrationOf } from "../../scripts/migrate-database.ts";
import { startPostgres } from "../../scripts/postgres/postgres.ts";
import { openPool } from "../support/open-pool.ts";
import { COMPLETE } from "../support/settings.ts";

interface Service {
  environment: Record<string, string>;
  env_file?: string;
  volumes?: string[];
}

const text = readFileSync("compose.yaml", "utf8");
const { services } = parseYaml(text) as {
  services: Record<"postgres" | "migrate" | "web" | "worker" | "tools", Service>;
};
const PASSWORDS = {
  POSTGRES_PASSWORD: "super",
  MIGRATION_DATABASE_PASSWORD: "owner",
  DATABASE_PASSWORD: "app",
};
const DOT_ENV: Record<string, string> = { ...COMPLETE, ...PASSWORDS, UNENCRYPTED_HOSTS: "otel-collector" };

/** What a container of this service has in its environment, with this `.env`. */
function environmentOf({ environment, env_file }: Service): Record<string, string> {
  const own = Object.entries(environment).map(([name, value]) => [
    name,
    value.replace(/\$\{(\w+)[^}]*\}/g, (_all, variable: string) => DOT_ENV[variable] ?? ""),
  ]);
  // The image sets NODE_ENV.
  return { NODE_ENV: "production", ...(env_file ? DOT_ENV : {}), ...(Object.fromEntries(own) as object) };
}

describe("compose.yaml", () => {
  test("gives web, worker and tools the app's role, and neither password nor role of anybody else", () => {
    for (const name of ["web", "worker", "tools"] as const) {
      const environment = environmentOf(services[name]);
      const env = readEnv(environment);
      expect(env.DATABASE_URL).toBe("postgresql://dockline:app@postgres:5432/dockline");
      expect(env.MIGRATION_DATABASE_URL).toBeUndefined();
      expect(env.UNENCRYPTED_HOSTS).toEqual(["postgres", "otel-collector"]);
      expect(Object.values(environment)).not.toContainEqual(expect.stringMatching(/super|owner/));
    }
  });

  test("runs migrations as the owner, and PostgreSQL as a superuser of its own", () => {
    const migration = readEnv(environmentOf(services.migrate), [
      ...([
        "NODE_ENV",
        "DOCKLINE_DEMO",
        "DATABASE_URL",
        "MIGRATION_DATABASE_URL",
        "UNENCRYPTED_HOSTS",
      ] as const),
    ]);
    expect(migrationOf(migration)).toMatchObject({
      ownerUrl: "postgresql://dockline_owner:owner@postgres:5432/dockline",
      appUrl: "postgresql://dockline:app@postgres:5432/dockline",
    });
    expect(services.postgres.environment).not.toHaveProperty("POSTGRES_USER");
    expect(services.postgres.volumes).toContain(
      "./scripts/postgres/create-roles.sql:/docker-entrypoint-initdb.d/create-roles.sql:ro",
    );
  });

  test("does not start without the passwords", () => {
    for (const name of Object.keys(PASSWORDS)) expect(text).toContain(`\${${name}:?Set ${name} in .env}`);
  });
});

test("the image listens on every address of its container", () => {
  expect(readFileSync("Dockerfile", "utf8")).toMatch(/^ENV LISTEN_ADDRESS=0\.0\.0\.0$/m);
});

test("create-roles.sql makes roles with which migrations and app work on a new PostgreSQL", async () => {
  const home = mkdtempSync(join(tmpdir(), "dockline-compose-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const postgres = await startPostgres({ home: join(home, "postgres"), durable: false });
  onTestFinished(() => postgres.stop());
  const superuser = new pg.Client({ connectionString: postgres.url("postgres") });
  await superuser.connect();
  for (const statement of asPsqlReads(readFileSync("scripts/postgres/create-roles.sql", "utf8")))
    await superuser.query(statement);
  await superuser.end();

  const as = (service: Service) => {
    const address = new URL(postgres.url("dockline")).host;
    const settings = environmentOf(service);
    const here = (name: string) => settings[name]?.replace("postgres:5432", address) ?? "";
    return { DATABASE_URL: here("DATABASE_URL"), MIGRATION_DATABASE_URL: here("MIGRATION_DATABASE_URL") };
  };
  await migrateDatabase(migrationOf(as(services.migrate)));
  const app = openPool(as(services.web).DATABASE_URL);
  onTestFinished(() => app.end());
  await expect(app.query(`SELECT graphile_worker.add_job('job')`)).resolves.toBeDefined();
  await expect(app.query("CREATE TABLE mine ()")).rejects.toThrow("permission denied");
  const { rows } = await app.query(
    `SELECT rolname, rolsuper FROM pg_roles WHERE rolname LIKE 'dockline%' ORDER BY 1`,
  );
  expect(rows).toEqual([
    { rolname: "dockline", rolsuper: false },
    { rolname: "dockline_owner", rolsuper: false },
  ]);
});

/** The statements of a file as psql sends them: variables from the environment are put in, quoted. */
function asPsqlReads(sql: string): string[] {
  const variables = new Map<string, string>();
  const statements = sql.replace(/^\\getenv (\w+) (\w+)$/gm, (_line, variable: string, name: string) => {
    variables.set(variable, PASSWORDS[name as keyof typeof PASSWORDS]);
    return "";
  });
  return statements
    .replace(/:'(\w+)'/g, (_all, variable: string) => pg.escapeLiteral(variables.get(variable) ?? ""))
    .split(";")
    .filter((statement) => statement.replace(/^--.*$/gm, "").trim() !== "");
}
