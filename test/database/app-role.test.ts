import { randomBytes } from "node:crypto";
import type pg from "pg";
import { beforeEach, describe, expect, inject, onTestFinished, test } from "vitest";
import { migrateDatabase } from "../../scripts/migrate-database.ts";
import { asAdmin, asOwner, createDatabase, ownerUrlOf } from "../support/database.ts";
import { openPool } from "../support/open-pool.ts";

/** PostgreSQL's code for a right that is missing. */
const INSUFFICIENT_PRIVILEGE = "42501";

let url: string;
let app: pg.Pool;

beforeEach(async () => {
  url = await createDatabase();
  app = openPool(url);
  onTestFinished(() => app.end());
});

/** A role of this test's own name, dropped at its end. Call it before anything depends on the role. */
function roleName(): string {
  const name = `role_${randomBytes(6).toString("hex")}`;
  onTestFinished(() => asAdmin(async (admin) => void (await admin.query(`DROP ROLE IF EXISTS ${name}`))));
  return name;
}

describe("the role of the app", () => {
  test.each(["dockline", "dockline_owner"])(
    "%s is no superuser and no member of another role",
    async (role) => {
      const { rows } = await app.query(
        `SELECT rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS "special",
         EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid) AS "isMember"
       FROM pg_roles r WHERE rolname = $1`,
        [role],
      );
      expect(rows).toEqual([{ special: false, isMember: false }]);
    },
  );

  test.each([
    // No change of the schema.
    `CREATE TABLE public.mine ()`,
    `CREATE TABLE graphile_worker.mine ()`,
    `CREATE SCHEMA mine`,
    `CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
    `CREATE INDEX ON "Mapping" ("sku")`,
    `CREATE EXTENSION hstore`,
    `ALTER TABLE "Mapping" ADD COLUMN mine int`,
    `ALTER TABLE graphile_worker._private_jobs DISABLE ROW LEVEL SECURITY`,
    `CREATE POLICY mine ON graphile_worker._private_jobs`,
    `CREATE TRIGGER mine BEFORE DELETE ON "Mapping" EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
    `DROP TABLE "Mapping"`,
    `DROP SCHEMA graphile_worker CASCADE`,
    `TRUNCATE "Mapping"`,
    `SELECT setval('"Hint_id_seq"', 1)`,
    // What migrations there are is for migrations to say.
    `DELETE FROM "_prisma_migrations"`,
    `UPDATE "_prisma_migrations" SET "finished_at" = now()`,
    `INSERT INTO graphile_worker.migrations (id) VALUES (99)`,
    // No other role, database or setting.
    `CREATE ROLE mine`,
    `CREATE DATABASE mine`,
    `ALTER ROLE dockline_owner PASSWORD 'mine'`,
    `SET ROLE dockline_owner`,
    `SET SESSION AUTHORIZATION postgres`,
    `SET session_replication_role = replica`,
    `ALTER SYSTEM SET ssl = off`,
    `SELECT pg_reload_conf()`,
    `SELECT rolpassword FROM pg_authid`,
    `SELECT passwd FROM pg_shadow`,
    // Nothing of the machine that PostgreSQL runs on.
    `COPY (SELECT 1) TO PROGRAM 'cat'`,
    `COPY "Mapping" FROM PROGRAM 'echo'`,
    `COPY (SELECT 1) TO '/tmp/mine'`,
    `COPY "Mapping" FROM '/etc/passwd'`,
    `SELECT pg_read_file('/etc/passwd')`,
    `SELECT pg_ls_dir('/')`,
    `SELECT lo_import('/etc/passwd')`,
  ])("may not: %s", async (sql) => {
    await expect(app.query(sql)).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });

  test.each([
    `BEGIN; LOCK TABLE graphile_worker._private_job_queues IN SHARE ROW EXCLUSIVE MODE; COMMIT`,
    `BEGIN; CREATE TEMP TABLE mine (id int) ON COMMIT DROP; CREATE INDEX ON mine (id); ANALYZE mine; COMMIT`,
    `SELECT graphile_worker.add_job('job', queue_name => 'queue')`,
    `LISTEN "jobs:insert"`,
    `SELECT "migration_name" FROM "_prisma_migrations"`,
  ])("may: %s", async (sql) => {
    await expect(app.query(sql)).resolves.toBeDefined();
  });

  test("sees every job, as the owner does", async () => {
    await app.query(`SELECT graphile_worker.add_job('job', queue_name => 'queue')`);
    await asOwner(url, `SELECT graphile_worker.add_job('another')`);
    const { rows } = await app.query(
      `SELECT (SELECT count(*)::int FROM graphile_worker._private_jobs) AS "rows",
         (SELECT count(*)::int FROM graphile_worker.jobs) AS "view"`,
    );
    expect(rows).toEqual([{ rows: 2, view: 2 }]);
  });

  test("reads nothing in another database of the server", async () => {
    await asAdmin(async (admin) => {
      const secret = new URL(inject("postgres"));
      await admin.query(`CREATE TABLE IF NOT EXISTS "secret" AS SELECT 'hunter2' AS "password"`);
      onTestFinished(() => asAdmin(async (other) => void (await other.query(`DROP TABLE "secret"`))));
      const elsewhere = openPool(Object.assign(new URL(url), { pathname: secret.pathname }).href);
      onTestFinished(() => elsewhere.end());
      const refused = { code: INSUFFICIENT_PRIVILEGE };
      await expect(elsewhere.query(`SELECT * FROM "secret"`)).rejects.toMatchObject(refused);
      await expect(elsewhere.query("CREATE TABLE mine ()")).rejects.toMatchObject(refused);
    });
  });

  test("sees no query of another role", async () => {
    const { rows } = await app.query<{ query: string }>(
      `SELECT query FROM pg_stat_activity WHERE usename <> current_user`,
    );
    expect(new Set(rows.map(({ query }) => query))).toEqual(new Set(["<insufficient privilege>"]));
  });
});

describe("migrating again", () => {
  const ACLS = `
    SELECT c.oid::regclass::text AS "name", relacl::text AS "acl" FROM pg_class c
    WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)
    UNION ALL SELECT 'policy ' || polname || polrelid::regclass, polroles::text FROM pg_policy
    UNION ALL SELECT 'schema ' || nspname, nspacl::text FROM pg_namespace
    UNION ALL SELECT 'default ' || defaclobjtype::text || defaclnamespace::regnamespace, defaclacl::text FROM pg_default_acl
    ORDER BY 1, 2`;

  test("changes no right", async () => {
    const { rows: before } = await app.query(ACLS);
    await migrateDatabase({ ownerUrl: ownerUrlOf(url), appUrl: url });
    expect((await app.query(ACLS)).rows).toEqual(before);
    expect(before.length).toBeGreaterThan(50);
  });

  test("brings back a right that was taken away", async () => {
    await asOwner(url, `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM dockline`);
    await asOwner(url, `DROP POLICY dockline ON graphile_worker._private_jobs`);
    await migrateDatabase({ ownerUrl: ownerUrlOf(url), appUrl: url });
    await expect(app.query(`SELECT graphile_worker.add_job('job')`)).resolves.toBeDefined();
    await expect(app.query(`DELETE FROM "Mapping"`)).resolves.toBeDefined();
  });

  test("takes from everybody what a database older than PostgreSQL 15 gives them", async () => {
    await asOwner(url, "GRANT CREATE ON SCHEMA public TO PUBLIC");
    await expect(app.query("CREATE TABLE public.mine ()")).resolves.toBeDefined();
    await migrateDatabase({ ownerUrl: ownerUrlOf(url), appUrl: url });
    await expect(app.query("CREATE TABLE public.another ()")).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    });
  });

  test("is not needed for what a later migration makes", async () => {
    await asOwner(
      url,
      `CREATE TABLE "Later" ("id" bigserial PRIMARY KEY);
       REVOKE EXECUTE ON ALL FUNCTIONS IN SCHEMA public FROM PUBLIC;
       CREATE FUNCTION later() RETURNS int LANGUAGE sql AS 'SELECT 1'; REVOKE EXECUTE ON FUNCTION later() FROM PUBLIC`,
    );
    await app.query(`INSERT INTO "Later" DEFAULT VALUES`);
    expect((await app.query(`UPDATE "Later" SET "id" = later() + 1 RETURNING "id"`)).rows).toEqual([
      { id: "2" },
    ]);
    await app.query(`DELETE FROM "Later"`);
  });
});

describe("a role that is missing", () => {
  const PASSWORD = "p:ä's/w@rd %41";

  /** Connection strings for an owner that may create roles, or may not, and for an app's role that does not exist. */
  async function withoutRole({ mayCreateRoles }: { mayCreateRoles: boolean }) {
    const [role, owner] = [roleName(), roleName()];
    const mine = await createDatabase();
    const name = new URL(mine).pathname.slice(1);
    await asAdmin(async (admin) => {
      await admin.query(`CREATE ROLE ${owner} LOGIN PASSWORD 'owner' ${mayCreateRoles ? "CREATEROLE" : ""}`);
      await admin.query(`ALTER DATABASE ${name} OWNER TO ${owner}`);
      await admin.query(`GRANT dockline_owner TO ${owner}`);
    });
    const as = (username: string, password: string) =>
      Object.assign(new URL(mine), { username, password: encodeURIComponent(password) }).href;
    return { role, ownerUrl: as(owner, "owner"), appUrl: as(role, PASSWORD) };
  }

  test("is created with its password where the owner may, and can log in and work", async () => {
    const { ownerUrl, appUrl } = await withoutRole({ mayCreateRoles: true });
    await migrateDatabase({ ownerUrl, appUrl });
    const created = openPool(appUrl);
    onTestFinished(() => created.end());
    await expect(created.query(`SELECT graphile_worker.add_job('job')`)).resolves.toBeDefined();
    await expect(created.query("CREATE TABLE public.mine ()")).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    });
  });

  test("is told with the statement that creates it where the owner may not, before anything has changed", async () => {
    const { role, ownerUrl, appUrl } = await withoutRole({ mayCreateRoles: false });
    await expect(migrateDatabase({ ownerUrl, appUrl })).rejects.toThrow(
      `DATABASE_URL names a role that does not exist; a superuser must run: CREATE ROLE "${role}" LOGIN PASSWORD '…'; (see docs/operations.md#database-roles).`,
    );
  });
});
