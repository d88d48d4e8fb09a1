import { describe, expect, test } from "vitest";
import type { SettingsError } from "../../app/config/settings-error.ts";
import { readEnv } from "../../app/env.server.ts";
import { COMPLETE } from "../support/settings.ts";

const REMOTE = "postgresql://dockline:hunter2@db.example.com/dockline";
const PRODUCTION = { ...COMPLETE, NODE_ENV: "production" };

function problemsOf(source: NodeJS.Dict<string>): readonly string[] {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return (error as SettingsError).problems;
  }
}

describe("settings that contradict each other", () => {
  test("are two ports that are the same", () => {
    const same = ["METRICS_PORT and PORT are the same; set two different ports (see README.md#settings)."];
    expect(problemsOf({ ...COMPLETE, PORT: "4000", METRICS_PORT: "4000" })).toEqual(same);
    expect(problemsOf({ ...COMPLETE, METRICS_PORT: "3000" })).toEqual(same);
    expect(problemsOf({ ...COMPLETE, PORT: "0", METRICS_PORT: "0" })).toEqual([]);
  });

  test("are two connection strings that name different databases", () => {
    const owner = "postgresql://owner:hunter2@localhost/dockline";
    expect(problemsOf({ ...COMPLETE, MIGRATION_DATABASE_URL: owner })).toEqual([]);
    expect(problemsOf({ ...COMPLETE, MIGRATION_DATABASE_URL: `${owner}2` })).toEqual([
      "MIGRATION_DATABASE_URL and DATABASE_URL name different databases; they must name the same (see docs/operations.md#database-roles).",
    ]);
  });

  test.each(["sslrootcert", "sslcert", "sslkey"])(
    "are a connection string and a missing file in %s",
    (param) => {
      const DATABASE_URL = `${REMOTE}?sslmode=verify-full&${param}=/nowhere/hunter2.pem`;
      expect(problemsOf({ ...COMPLETE, DATABASE_URL })).toEqual([
        `DATABASE_URL names a file in ${param} that cannot be read (see docs/operations.md#encrypted-connections).`,
      ]);
    },
  );
});

describe("in production, outside the demo, a setting is refused", () => {
  const LIBERTIES = [{ NODE_ENV: "development" }, { NODE_ENV: "test" }, { DOCKLINE_DEMO: "1" }];

  test.each(["SHOP_SANDBOX_URL", "APP_BRIDGE_URL"])("that leads to a sandbox: %s", (name) => {
    const source = { ...PRODUCTION, [name]: "http://localhost:9200" };
    expect(problemsOf(source)).toEqual([
      `${name} is for sandboxes and refused in production; remove it (see README.md#settings).`,
    ]);
    for (const liberty of LIBERTIES) expect(problemsOf({ ...source, ...liberty })).toEqual([]);
  });

  test.each(["SHOPIFY_APP_URL", "FULFILMENT_BASE_URL"])(
    "that sends tokens without encryption: %s",
    (name) => {
      const source = { ...PRODUCTION, [name]: "http://example.com", UNENCRYPTED_HOSTS: "example.com" };
      expect(problemsOf(source)).toEqual([
        `${name} must start with https:// in production, because tokens travel to it (see README.md#settings).`,
      ]);
      for (const liberty of LIBERTIES) expect(problemsOf({ ...source, ...liberty })).toEqual([]);
    },
  );

  const WHY = {
    "": "the connection is not encrypted without it",
    "?sslmode=disable": "the present mode does not encrypt the connection",
    "?sslmode=allow": "the present mode falls back to a connection without encryption",
    "?sslmode=prefer": "the present mode falls back to a connection without encryption",
    "?sslmode=require": "the present mode does not check who answers",
    "?sslmode=no-verify": "the present mode does not check who answers",
    "?sslmode=verify-ca": "the present mode does not check the server's name",
    "?sslmode=verify-full&sslmode=disable": "the present mode does not encrypt the connection",
    "?ssl=true": "the connection is not encrypted without it",
  };
  test.each(
    (["DATABASE_URL", "MIGRATION_DATABASE_URL"] as const).flatMap((name) =>
      Object.entries(WHY).map(([params, why]) => ({ name, params, why })),
    ),
  )("that names a server nobody checks: $name$params", ({ name, params, why }) => {
    const source = { ...PRODUCTION, [name]: REMOTE + params };
    expect(problemsOf(source)).toEqual([
      `${name} must set sslmode=verify-full in production: ${why} (see docs/operations.md#encrypted-connections).`,
    ]);
    for (const liberty of [...LIBERTIES, { UNENCRYPTED_HOSTS: "other, DB.example.com" }])
      expect(problemsOf({ ...source, ...liberty })).toEqual([]);
  });

  test.each([
    `${REMOTE}?sslmode=verify-full`,
    "postgresql://dockline:hunter2@127.0.0.1/dockline",
    "postgresql://dockline:hunter2@[::1]:5433/dockline",
    "postgresql://dockline@localhost/dockline?host=/var/run/postgresql",
    "postgresql://dockline@%2Fvar%2Frun%2Fpostgresql/dockline",
  ])("but not %s", (DATABASE_URL) => expect(problemsOf({ ...PRODUCTION, DATABASE_URL })).toEqual([]));

  test.each([
    "postgresql://dockline:hunter2@localhost/dockline?host=db.example.com",
    "postgresql://dockline:hunter2@127.0.0.1.example.com/dockline",
    "postgresql://dockline:hunter2@localhost.example.com/dockline",
  ])("although it looks local: %s", (DATABASE_URL) =>
    expect(problemsOf({ ...PRODUCTION, DATABASE_URL })).toEqual([
      expect.stringContaining("DATABASE_URL must set sslmode=verify-full") as string,
    ]),
  );

  test("that sends traces without encryption", () => {
    const source = { ...PRODUCTION, OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel-collector:4318" };
    expect(problemsOf(source)).toEqual([
      "OTEL_EXPORTER_OTLP_ENDPOINT must start with https:// in production, or UNENCRYPTED_HOSTS must list its host (see docs/operations.md#encrypted-connections).",
    ]);
    for (const liberty of [...LIBERTIES, { UNENCRYPTED_HOSTS: "otel-collector" }])
      expect(problemsOf({ ...source, ...liberty })).toEqual([]);
    for (const OTEL_EXPORTER_OTLP_ENDPOINT of [
      "http://localhost:4318",
      "http://[::1]:4318",
      "https://otel.example.com",
    ])
      expect(problemsOf({ ...source, OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual([]);
  });

  test("that turns off every check of certificates", () => {
    const source = { ...PRODUCTION, NODE_TLS_REJECT_UNAUTHORIZED: "0" };
    expect(problemsOf(source)).toEqual([
      "NODE_TLS_REJECT_UNAUTHORIZED turns off every check of certificates; remove it in production (see docs/operations.md#encrypted-connections).",
    ]);
    for (const liberty of LIBERTIES) expect(problemsOf({ ...source, ...liberty })).toEqual([]);
    expect(problemsOf({ ...source, NODE_TLS_REJECT_UNAUTHORIZED: "1" })).toEqual([]);
  });

  test("where nobody says that this is not production", () => {
    expect(problemsOf({ ...COMPLETE, DATABASE_URL: REMOTE })).toHaveLength(1);
  });
});
