import { createServer as createHttpServer } from "node:http";
import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";
import { describe, expect, inject, onTestFinished, test } from "vitest";
import { asAdmin, asOwner, createDatabase } from "../support/database.ts";
import { startOldPostgres } from "../support/old-postgres.ts";
import { runProgram, type Ended } from "../support/run-program.ts";

const LACKS_RIGHTS =
  "DATABASE_URL names a role that lacks rights in the database; run npm run migrate (see docs/operations.md#database-roles).";
const LACKS_MIGRATIONS =
  "DATABASE_URL names a database that lacks migrations; run npm run migrate (see docs/operations.md#a-new-version-without-a-pause).";
const REFUSED_LOGIN =
  "DATABASE_URL names a user or a password that PostgreSQL refuses; correct them or create the role (see docs/operations.md#database-roles).";
const NO_POSTGRES =
  "DATABASE_URL names a server that does not answer as PostgreSQL does; check host and port (see README.md#settings).";

async function ops(DATABASE_URL: string): Promise<Ended> {
  return runProgram(["scripts/ops.ts", "shops", "list"], { DATABASE_URL, NODE_ENV: "test" });
}

/** The same connection string with some parts replaced. */
function changed(url: string, parts: { username?: string; password?: string; pathname?: string }): string {
  return Object.assign(new URL(url), parts).href;
}

/** A server that is no PostgreSQL. @returns a connection string that leads there. */
async function serve(server: Server): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return `postgresql://user:hunter2@127.0.0.1:${(server.address() as AddressInfo).port}/dockline`;
}

const told = (sentence: string): Ended => ({ stdout: "", stderr: `${sentence}\n`, code: 1 });

describe("a database that cannot be used is told in one sentence", () => {
  test("nobody answers", async () => {
    expect(await ops("postgresql://user:hunter2@127.0.0.1:1/dockline")).toEqual(
      told(
        "DATABASE_URL names a host and port where no server answers; start PostgreSQL or correct them (see README.md#settings).",
      ),
    );
  });

  test("the host is unknown", async () => {
    // No name server is asked for a name with an empty part.
    expect(await ops("postgresql://user:hunter2@no..host/dockline")).toEqual(
      told("DATABASE_URL names a host that no name server knows; correct the host (see README.md#settings)."),
    );
  });

  test("the socket does not exist", async () => {
    expect(await ops("postgresql://user:hunter2@localhost/dockline?host=/nowhere")).toEqual(
      told(
        "DATABASE_URL names a Unix socket that does not exist; correct the path (see README.md#settings).",
      ),
    );
  });

  test("the server is silent", { tags: ["proof"] }, async () => {
    const sockets = createServer((socket) => void socket.on("error", () => undefined).resume());
    expect(await ops(await serve(sockets))).toEqual(
      told(
        "DATABASE_URL names a server that does not answer in time; check host, port and firewall (see README.md#settings).",
      ),
    );
  });

  test.each([
    ["speaks HTTP", () => createHttpServer((_req, res) => void res.end())],
    ["greets first", () => createServer((socket) => void socket.end("SSH-2.0-OpenSSH_9.9\r\n"))],
    ["hangs up", () => createServer((socket) => void socket.end())],
  ])("the server %s", async (_what, create) => {
    expect(await ops(await serve(create()))).toEqual(told(NO_POSTGRES));
  });

  test("the server resets every connection", async () => {
    expect(await ops(await serve(createServer((socket) => void socket.resetAndDestroy())))).toEqual(
      told(
        "DATABASE_URL names a server that ends every connection; check host and port (see README.md#settings).",
      ),
    );
  });

  test("the password is wrong", async () => {
    expect(await ops(changed(await createDatabase(), { password: "hunter2" }))).toEqual(told(REFUSED_LOGIN));
  });

  test("the password is missing", async () => {
    expect(await ops(changed(await createDatabase(), { password: "" }))).toEqual(told(REFUSED_LOGIN));
  });

  test("the user is unknown", async () => {
    expect(await ops(changed(await createDatabase(), { username: "nobody" }))).toEqual(told(REFUSED_LOGIN));
  });

  test("the database is unknown", async () => {
    expect(await ops(changed(inject("appTemplate"), { pathname: "/nowhere" }))).toEqual(
      told(
        "DATABASE_URL names a database that does not exist; create it or run npm run migrate (see docs/operations.md#database-roles).",
      ),
    );
  });

  test("the database takes no connection", async () => {
    // The template is closed to connections.
    expect(await ops(inject("appTemplate"))).toEqual(
      told(
        "DATABASE_URL names a PostgreSQL that starts or stops just now; try again (see README.md#settings).",
      ),
    );
  });

  test("PostgreSQL is too old", async () => {
    const old = await startOldPostgres();
    onTestFinished(() => old.stop());
    expect(await ops(`postgresql://user:hunter2@127.0.0.1:${old.port}/dockline`)).toEqual(
      told("DATABASE_URL names a PostgreSQL older than 15; use 15 or newer (see README.md#settings)."),
    );
  });

  test("the role may not connect", async () => {
    const url = await createDatabase();
    await asOwner(url, `REVOKE CONNECT ON DATABASE ${new URL(url).pathname.slice(1)} FROM PUBLIC`);
    expect(await ops(url)).toEqual(told(LACKS_RIGHTS));
  });

  test("the role has no connection left", async () => {
    const url = await createDatabase();
    await asAdmin((admin) => admin.query("CREATE ROLE busy LOGIN PASSWORD 'hunter2' CONNECTION LIMIT 0"));
    onTestFinished(() => asAdmin(async (admin) => void (await admin.query("DROP ROLE busy"))));
    expect(await ops(changed(url, { username: "busy", password: "hunter2" }))).toEqual(
      told(
        "DATABASE_URL names a PostgreSQL without a free connection; raise its max_connections (see README.md#settings).",
      ),
    );
  });

  test.each([
    [
      "every migration",
      "DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public",
    ],
    [
      "the last migration",
      `DELETE FROM "_prisma_migrations" WHERE "migration_name" LIKE '%_quarantined_events'`,
    ],
    ["the queue", "DROP SCHEMA graphile_worker CASCADE"],
  ])("the database lacks %s", async (_what, sql) => {
    const url = await createDatabase();
    await asOwner(url, `${sql}; GRANT USAGE ON SCHEMA public TO PUBLIC`);
    expect(await ops(url)).toEqual(told(LACKS_MIGRATIONS));
  });

  test.each([
    `REVOKE SELECT ON "_prisma_migrations" FROM dockline`,
    `REVOKE INSERT ON "Mapping" FROM dockline`,
    `REVOKE DELETE ON "Hint" FROM dockline`,
    `REVOKE UPDATE ON graphile_worker._private_jobs FROM dockline`,
    `REVOKE USAGE ON SCHEMA graphile_worker FROM dockline`,
    `DROP POLICY dockline ON graphile_worker._private_job_queues`,
  ])("the role lacks a right: %s", async (sql) => {
    const url = await createDatabase();
    await asOwner(url, sql);
    expect(await ops(url)).toEqual(told(LACKS_RIGHTS));
  });
});
