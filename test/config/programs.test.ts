// @module-tag proof
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { steadyPort } from "../../scripts/lib/steady-port.ts";
import { describe, expect, onTestFinished, test } from "vitest";
import { explainListenError } from "../../app/config/check-ports.server.ts";
import { builtApp } from "../../scripts/built-app.ts";
import { startBuiltApp } from "../support/built-app.ts";
import { asOwner, createDatabase, ownerUrlOf } from "../support/database.ts";
import { runProgram, type Ended } from "../support/run-program.ts";
import { COMPLETE } from "../support/settings.ts";
import { createWorld, type World } from "../support/world.ts";

const NOBODY = "postgresql://user:hunter2@127.0.0.1:1/dockline";
const told = (...sentences: string[]): Ended => ({
  stdout: "",
  stderr: sentences.map((one) => `${one}\n`).join(""),
  code: 1,
});
/** The same where no restart helps. */
const refused = (...sentences: string[]): Ended => ({ ...told(...sentences), code: 78 });

/** Every program that reads settings, and how it is run. */
const PROGRAMS = {
  "npm start": ["scripts/start.ts"],
  "npm run migrate": ["scripts/migrate.ts"],
  "npm run ops": ["scripts/ops.ts", "jobs", "list"],
  "npm run rotate-secrets": ["scripts/rotate-secrets.ts"],
  web: builtApp(["web"]).args,
  worker: builtApp(["worker"]).args,
  "web and worker": builtApp([]).args,
};

/** Has a port that is in use. */
async function takePort(): Promise<string> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return String((server.address() as AddressInfo).port);
}

/** Settings with which the app starts on a database of this test's own. */
async function working(): Promise<NodeJS.Dict<string>> {
  return { ...COMPLETE, DATABASE_URL: await createDatabase(), PORT: String(await steadyPort()) };
}

describe.each(Object.entries(PROGRAMS))(
  "%s ends with a sentence and without a stack trace",
  (_name, args) => {
    test("where a connection string is malformed", async () => {
      expect(await runProgram(args, { ...COMPLETE, DATABASE_URL: "x:hunter2" })).toEqual(
        refused(
          "DATABASE_URL is not valid; set it to a connection string such as postgresql://user:password@host:5432/dockline, special characters percent-encoded (see README.md#settings).",
        ),
      );
    });

    test("where production would send data without encryption", async () => {
      const DATABASE_URL = "postgresql://user:hunter2@db.example.com/dockline";
      expect(await runProgram(args, { ...COMPLETE, DATABASE_URL })).toEqual(
        refused(
          "DATABASE_URL must set sslmode=verify-full in production: the connection is not encrypted without it (see docs/operations.md#encrypted-connections).",
        ),
      );
    });

    test("where no database answers", async () => {
      const settings = { ...COMPLETE, PORT: String(await steadyPort()) };
      expect(await runProgram(args, { ...settings, DATABASE_URL: NOBODY })).toEqual(
        told(
          "DATABASE_URL names a host and port where no server answers; start PostgreSQL or correct them (see README.md#settings).",
        ),
      );
    });
  },
);

/** `npm start` brings a database of its own. */
const { "npm start": _, ...others } = PROGRAMS;

test.each(Object.entries(others))(
  "%s ends with a sentence where the connection string is missing",
  async (_name, args) => {
    expect(await runProgram(args, { ...COMPLETE, DATABASE_URL: undefined })).toEqual(
      refused(
        "DATABASE_URL is missing; set it to a connection string such as postgresql://user:password@host:5432/dockline, special characters percent-encoded (see README.md#settings).",
      ),
    );
  },
);

describe("several problems are told at once", () => {
  const problems = refused(
    "PORT is not valid; set it to a whole number from 0 to 65535 (see README.md#settings).",
    "SHOPIFY_API_KEY is missing; set it to the app's client ID from the Shopify Dev Dashboard (see README.md#settings).",
    "SHOPIFY_API_SECRE is not a setting of Dockline; the likely name is SHOPIFY_API_SECRET (see README.md#settings).",
  );
  const settings = { ...COMPLETE, PORT: "many", SHOPIFY_API_KEY: "", SHOPIFY_API_SECRE: "hunter2" };

  test.each(["npm start", "web", "worker"] as const)("by %s", async (name) => {
    expect(await runProgram(PROGRAMS[name], settings)).toEqual(problems);
  });

  test("by npm start without a database of the operator's, before it starts its own", async () => {
    const postgres = ".data/postgres/data/postmaster.pid";
    const before = existsSync(postgres) && statSync(postgres).mtimeMs;
    expect(await runProgram(PROGRAMS["npm start"], { ...settings, DATABASE_URL: undefined })).toEqual(
      problems,
    );
    expect(existsSync(postgres) && statSync(postgres).mtimeMs).toBe(before);
  });
});

describe("a port that cannot be opened ends the start", () => {
  test.each(["npm start", "web"] as const)("of %s, before the database is asked", async (name) => {
    const PORT = await takePort();
    expect(await runProgram(PROGRAMS[name], { ...COMPLETE, DATABASE_URL: NOBODY, PORT })).toEqual(
      told("PORT names a port that another program uses; set a free port (see README.md#settings)."),
    );
  });

  test("of a worker where it is the metrics port, and not where it is the web process's", async () => {
    const METRICS_PORT = await takePort();
    expect(await runProgram(PROGRAMS.worker, { ...COMPLETE, METRICS_PORT })).toEqual(
      told("METRICS_PORT names a port that another program uses; set a free port (see README.md#settings)."),
    );
    const world = await createWorld({});
    await startBuiltApp(world, { roles: ["worker"], env: { PORT: await takePort() } });
  });

  test("where the address is another machine's", async () => {
    const settings = { ...COMPLETE, LISTEN_ADDRESS: "192.0.2.1", METRICS_PORT: "0" };
    expect(await runProgram(PROGRAMS.web, settings)).toEqual(
      told(
        "LISTEN_ADDRESS is not an address of this machine; set 127.0.0.1, 0.0.0.0 or one that is (see README.md#settings).",
      ),
    );
  });

  test("where the user may not open it", () => {
    // Whether a port below 1024 is refused depends on user and system.
    expect(explainListenError({ code: "EACCES" }, "PORT")).toBe(
      "PORT names a port that this user may not open; set a port above 1023 (see README.md#settings).",
    );
  });
});

test("a worker whose job queue lacks a migration says so", async () => {
  const settings = await working();
  await asOwner(settings.DATABASE_URL ?? "", "DELETE FROM graphile_worker.migrations WHERE id = 20");
  const { stderr, code } = await runProgram(PROGRAMS.worker, { ...settings, LOG_LEVEL: "silent" });
  expect({ stderr, code }).toEqual({
    stderr:
      "DATABASE_URL names a role that lacks rights in the database; run npm run migrate (see docs/operations.md#database-roles).\n",
    code: 1,
  });
});

test("web and metrics port listen on 127.0.0.1, and on the address that is set", async () => {
  const world = await createWorld({});
  for (const [LISTEN_ADDRESS, answers] of [
    ["", false],
    ["127.0.0.2", true],
  ] as const) {
    const METRICS_PORT = String(await steadyPort());
    const app = await startBuiltApp(world, { roles: ["web"], env: { METRICS_PORT, LISTEN_ADDRESS } });
    for (const port of [new URL(app.url).port, METRICS_PORT]) {
      const ask = async (host: string) =>
        fetch(`http://${host}:${port}/healthz`).then(
          ({ status }) => status,
          () => undefined,
        );
      expect(await ask("127.0.0.2")).toBe(answers ? 200 : undefined);
      expect(await ask("localhost")).toBe(answers ? undefined : 200);
    }
    await app.stop();
  }
});

describe("what does not end the start is a warning in the log", () => {
  /** The warnings of a web process that has started with these settings. */
  async function warningsWith(env: Record<string, string>, world?: World): Promise<() => unknown[]> {
    const app = await startBuiltApp(world ?? (await createWorld({})), { roles: ["web"], env });
    // Lines reach the file a little after they are logged.
    await expect.poll(() => app.log().some(({ msg }) => msg === "ready")).toBe(true);
    return () =>
      app
        .log()
        .filter(({ level }) => level === 40)
        .map(({ msg }) => msg);
  }

  test("a warehouse and a collector that cannot be reached", async () => {
    const nobody = "http://127.0.0.1:1";
    const warnings = await warningsWith({ FULFILMENT_BASE_URL: nobody, OTEL_EXPORTER_OTLP_ENDPOINT: nobody });
    await expect
      .poll(() => warnings().toSorted())
      .toEqual([
        "FULFILMENT_BASE_URL names a server that cannot be reached now",
        "OTEL_EXPORTER_OTLP_ENDPOINT names a server that cannot be reached now",
      ]);
  });

  test("a misspelled setting", async () => {
    const warnings = await warningsWith({ FULFILMENT_BASEURL: "hunter2" });
    expect(warnings()).toEqual([
      "FULFILMENT_BASEURL is not a setting of Dockline; the likely name is FULFILMENT_BASE_URL (see README.md#settings).",
    ]);
  });

  test("in production, a role that may change tables, and a connection string that the app does not need", async () => {
    const world = await createWorld({});
    const { DATABASE_URL } = world.services.env;
    const owner = ownerUrlOf(DATABASE_URL);
    const production = { NODE_ENV: "production", SHOP_SANDBOX_URL: "", ...urlsWithHttps };
    const ofRoles = async (urls: Record<string, string>) => {
      const warnings = await warningsWith({ ...production, ...urls }, world);
      return warnings().filter((text) => String(text).includes("#database-roles"));
    };
    expect(await ofRoles({ DATABASE_URL })).toEqual([]);
    expect(await ofRoles({ DATABASE_URL: owner, MIGRATION_DATABASE_URL: owner })).toEqual([
      "DATABASE_URL names a role that may change tables; the app needs less (docs/operations.md#database-roles)",
      "MIGRATION_DATABASE_URL is set; only migrations need it (docs/operations.md#database-roles)",
    ]);
  });
});

const urlsWithHttps = {
  SHOPIFY_APP_URL: "https://dockline.example.com",
  FULFILMENT_BASE_URL: "https://127.0.0.1:1",
};

test("a command warns of a misspelled setting beside its result", async () => {
  const settings = { ...(await working()), DATABASE_URI: "hunter2" };
  expect(await runProgram(PROGRAMS["npm run ops"], settings)).toEqual({
    stdout: "None.\n",
    stderr:
      "DATABASE_URI is not a setting of Dockline; the likely name is DATABASE_URL (see README.md#settings).\n",
    code: 0,
  });
});
