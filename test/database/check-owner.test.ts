import { readdirSync, readFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { checkOwner, EXTENSIONS } from "../../scripts/database/check-owner.ts";
import { asAdmin, createDatabase, ownerUrlOf } from "../support/database.ts";
import { runProgram, type Ended } from "../support/run-program.ts";

async function migrate(
  MIGRATION_DATABASE_URL: string,
  DATABASE_URL = MIGRATION_DATABASE_URL,
): Promise<Ended> {
  return runProgram(["scripts/migrate.ts"], { MIGRATION_DATABASE_URL, DATABASE_URL });
}

const told = (...sentences: string[]): Ended => ({
  stdout: "",
  stderr: sentences.map((one) => `${one} (see docs/operations.md#database-roles).\n`).join(""),
  code: 1,
});

/** An empty database, and a connection string for a role that may do nothing in it but what this SQL grants. */
async function emptyDatabase(grant: (name: { database: string; role: string }) => string): Promise<string> {
  const id = randomBytes(6).toString("hex");
  const [database, role] = [`empty_${id}`, `role_${id}`];
  await asAdmin(async (admin) => {
    await admin.query(`CREATE DATABASE ${database}`);
    await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'owner'`);
    const sql = grant({ database, role });
    if (sql) await admin.query(sql);
  });
  onTestFinished(() =>
    asAdmin(async (admin) => {
      await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
      await admin.query(`DROP ROLE ${role}`);
    }),
  );
  return Object.assign(new URL(inject("postgres")), { pathname: database, username: role, password: "owner" })
    .href;
}

describe("npm run migrate", () => {
  test("says that the database must belong to the role, and changes nothing", async () => {
    const url = await emptyDatabase(() => "");
    expect(await migrate(url)).toEqual(
      told("MIGRATION_DATABASE_URL must name the owner of the database, who may create tables in it"),
    );
    expect(await runProgram(["scripts/migrate.ts"], { DATABASE_URL: url })).toEqual(
      told("DATABASE_URL must name the owner of the database, who may create tables in it"),
    );
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      "SELECT FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')",
    );
    await client.end();
    expect(rows).toEqual([]);
  });

  test("does all it does as a role that owns the database and is nothing else", async () => {
    const url = await emptyDatabase(({ database, role }) => `ALTER DATABASE ${database} OWNER TO ${role}`);
    const done = { stdout: "The database is up to date.\n", stderr: "", code: 0 };
    expect(await migrate(url)).toEqual(done);
    expect(await migrate(url)).toEqual(done);
  });

  test("says that the tables must belong to the role", async () => {
    const url = await createDatabase();
    expect(await migrate(url)).toEqual(
      told("MIGRATION_DATABASE_URL must name the role that owns the app's tables"),
    );
    expect(await runProgram(["scripts/migrate.ts"], { DATABASE_URL: url })).toEqual(
      told(
        "DATABASE_URL names a role that does not own the app's tables; set MIGRATION_DATABASE_URL to the one that does",
      ),
    );
  });

  test("says that the database is missing where the role may not create it", async () => {
    const url = Object.assign(new URL(ownerUrlOf(inject("template"))), { pathname: "/nowhere" }).href;
    expect(await migrate(url)).toEqual(
      told("MIGRATION_DATABASE_URL names a database that does not exist and that its role may not create"),
    );
  });

  test("creates the database where the role may", async () => {
    const name = `made_${randomBytes(6).toString("hex")}`;
    const url = Object.assign(new URL(inject("postgres")), { pathname: name }).href;
    onTestFinished(() =>
      asAdmin(async (admin) => void (await admin.query(`DROP DATABASE ${name} WITH (FORCE)`))),
    );
    expect(await migrate(url)).toMatchObject({ code: 0, stderr: "" });
  });

  test("says that the app's role is missing, with the statement that creates it", async () => {
    const owner = ownerUrlOf(await createDatabase());
    const app = Object.assign(new URL(owner), { username: "absent", password: "hunter2" }).href;
    expect(await migrate(owner, app)).toEqual(
      told(
        `DATABASE_URL names a role that does not exist; a superuser must run: CREATE ROLE "absent" LOGIN PASSWORD '…';`,
      ),
    );
  });

  test("says that a role or password is refused", async () => {
    const owner = Object.assign(new URL(ownerUrlOf(await createDatabase())), { password: "hunter2" }).href;
    expect(await migrate(owner)).toEqual(
      told(
        "MIGRATION_DATABASE_URL names a user or a password that PostgreSQL refuses; correct them or create the role",
      ),
    );
  });
});

describe("an extension that the migrations create", () => {
  const check = async (extensions: readonly string[]): Promise<unknown> => {
    const client = new pg.Client({ connectionString: ownerUrlOf(await createDatabase()) });
    await client.connect();
    onTestFinished(() => client.end());
    return checkOwner(client, { setting: "DATABASE_URL", appRole: "dockline", extensions }).catch(String);
  };

  test("is created by a superuser where PostgreSQL does not trust it", async () => {
    expect(await check([...EXTENSIONS, "dblink", "file_fdw"])).toBe(
      "SettingsError: DATABASE_URL names a role that may not create extensions; a superuser must run: CREATE EXTENSION dblink; CREATE EXTENSION file_fdw; (see docs/operations.md#database-roles).",
    );
  });

  test("has to be installed on the server", async () => {
    expect(await check([...EXTENSIONS, "nothing"])).toBe(
      "SettingsError: PostgreSQL lacks the extension nothing; install postgresql-contrib there (see README.md#settings).",
    );
  });

  test("is one of those that are checked", () => {
    const folders = readdirSync("prisma/migrations", { withFileTypes: true }).filter((one) =>
      one.isDirectory(),
    );
    const sql = folders
      .map(({ name }) => readFileSync(`prisma/migrations/${name}/migration.sql`, "utf8"))
      .join();
    const created = [...sql.matchAll(/CREATE EXTENSION (?:IF NOT EXISTS )?"?(\w+)/g)].map(([, name]) => name);
    expect(created.toSorted()).toEqual(EXTENSIONS);
  });
});
