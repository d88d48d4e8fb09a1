import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startPostgres, type Postgres } from "../../scripts/postgres/postgres.ts";
import { runProgram, type Ended } from "../support/run-program.ts";
import { AUTHORITY, OTHER_AUTHORITY, switchOffTls, switchOnTls } from "../support/tls-postgres.ts";

const home = mkdtempSync(join(tmpdir(), "dockline-tls-"));
let postgres: Postgres;

beforeAll(async () => {
  postgres = await startPostgres({ home: join(home, "postgres"), durable: false });
  await switchOnTls(postgres);
});

afterAll(async () => {
  await postgres.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Connection strings for the host that the certificate names, or for another name of the same server. */
const urlOf = (params: string, host = "localhost") => ({
  owner: postgres.url("dockline").replace("127.0.0.1", host) + params,
  app: postgres.appUrl("dockline").replace("127.0.0.1", host) + params,
});

/** As in production: NODE_ENV is not set. */
async function migrate({ owner, app }: { owner: string; app: string }): Promise<Ended> {
  return runProgram(["scripts/migrate.ts"], { DATABASE_URL: app, MIGRATION_DATABASE_URL: owner });
}

const verified = `?sslmode=verify-full&sslrootcert=${AUTHORITY}`;
const told = (sentence: string): Ended => ({
  stdout: "",
  stderr: `MIGRATION_DATABASE_URL ${sentence} (see docs/operations.md#encrypted-connections).\n`,
  code: 1,
});

describe("with sslmode=verify-full", () => {
  test("migrations and commands work where the authority and the host's name are right", async () => {
    const url = urlOf(verified);
    expect(await migrate(url)).toEqual({ stdout: "The database is up to date.\n", stderr: "", code: 0 });
    const ops = await runProgram(["scripts/ops.ts", "shops", "list"], { DATABASE_URL: url.app });
    expect(ops).toEqual({ stdout: "None.\n", stderr: "", code: 0 });
    expect(await isEncrypted(url.app)).toBe(true);
  });

  test("a certificate of another authority is refused", async () => {
    const untrusted = told(
      "names a server whose certificate no trusted authority signed; set sslrootcert to the right one",
    );
    expect(await migrate(urlOf(`?sslmode=verify-full&sslrootcert=${OTHER_AUTHORITY}`))).toEqual(untrusted);
    // Without sslrootcert, only public authorities are trusted.
    expect(await migrate(urlOf("?sslmode=verify-full"))).toEqual(untrusted);
  });

  test("a file that holds no certificate trusts nobody", async () => {
    const empty = join(home, "no-certificate.pem");
    writeFileSync(empty, "no certificate");
    expect(await migrate(urlOf(`?sslmode=verify-full&sslrootcert=${empty}`))).toEqual(
      told("names a server whose certificate no trusted authority signed; set sslrootcert to the right one"),
    );
    expect(await migrate(urlOf(`${verified}&sslcert=${empty}&sslkey=${empty}`))).toEqual(
      told("names a server with which no encrypted connection comes about; check its TLS settings"),
    );
  });

  test("another name of the host is refused", async () => {
    expect(await migrate(urlOf(verified, "127.0.0.1"))).toEqual(
      told("names a host that is not in the server's certificate; use the name in the certificate"),
    );
  });

  test("a server without encryption is refused", async () => {
    await switchOffTls(postgres);
    expect(await migrate(urlOf(verified))).toEqual(
      told("names a server without encryption; switch on ssl there or list the host in UNENCRYPTED_HOSTS"),
    );
    await switchOnTls(postgres);
  });
});

test("a server that demands encryption is told of one that asks for none", async () => {
  const admin = new pg.Client({ connectionString: postgres.url("postgres") });
  await admin.connect();
  const { rows } = await admin.query<{ file: string }>(`SELECT current_setting('hba_file') AS "file"`);
  await admin.query(
    `COPY (SELECT 'hostssl all all all scram-sha-256') TO ${admin.escapeLiteral(rows[0]!.file)}`,
  );
  await admin.query("SELECT pg_reload_conf()");
  await expect
    .poll(() => migrate(urlOf("")))
    .toEqual(told("names a server that demands encryption; add sslmode=verify-full"));
  await admin.query(
    `COPY (SELECT 'host all all all scram-sha-256') TO ${admin.escapeLiteral(rows[0]!.file)}`,
  );
  await admin.query("SELECT pg_reload_conf()");
  await admin.end();
});

/** What each mode does in this version of `pg`; docs/operations.md says so too. */
describe("pg", () => {
  test.each([
    ["", "unencrypted", "unencrypted"],
    ["sslmode=disable", "unencrypted", "unencrypted"],
    ["sslmode=allow", "refused", "refused"],
    ["sslmode=prefer", "refused", "refused"],
    ["sslmode=require", "refused", "refused"],
    ["sslmode=verify-ca", "refused", "refused"],
    ["sslmode=verify-full", "refused", "refused"],
    ["sslmode=no-verify", "encrypted", "encrypted"],
    ["uselibpqcompat=true&sslmode=require", "encrypted", "encrypted"],
    [`sslmode=require&sslrootcert=${AUTHORITY}`, "encrypted", "refused"],
    [`sslmode=verify-ca&sslrootcert=${AUTHORITY}`, "encrypted", "refused"],
    [`sslmode=verify-full&sslrootcert=${AUTHORITY}`, "encrypted", "refused"],
    [`uselibpqcompat=true&sslmode=verify-ca&sslrootcert=${AUTHORITY}`, "encrypted", "encrypted"],
    [`uselibpqcompat=true&sslmode=verify-full&sslrootcert=${AUTHORITY}`, "encrypted", "refused"],
    [`sslmode=disable&sslmode=verify-full&sslrootcert=${AUTHORITY}`, "encrypted", "refused"],
    [`ssl=false&sslmode=verify-full&sslrootcert=${AUTHORITY}`, "encrypted", "refused"],
  ])("with %s: %s by the certificate's name, %s by another", (params, byName, byOther) => {
    expect([attempt(`?${params}`, "localhost"), attempt(`?${params}`, "127.0.0.1")]).toEqual([
      byName,
      byOther,
    ]);
  });

  /** In a process of its own, because `pg` warns of some modes. */
  function attempt(params: string, host: string): string {
    const url = urlOf(params, host).owner.replace("/dockline", "/postgres");
    const program = `
      const client = new (require("pg").Client)({ connectionString: process.argv[1] });
      client.connect()
        .then(() => client.query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"))
        .then(({ rows }) => console.log(rows[0].ssl ? "encrypted" : "unencrypted"), () => console.log("refused"))
        .finally(() => process.exit());`;
    const args = ["--no-warnings", "--input-type=commonjs", "--eval", program, url];
    return execFileSync(process.execPath, args, { encoding: "utf8" }).trim();
  }
});

async function isEncrypted(connectionString: string): Promise<boolean | undefined> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ ssl: boolean }>(
    "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
  );
  await client.end();
  return rows[0]?.ssl;
}
