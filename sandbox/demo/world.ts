import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import getPort, { portNumbers } from "get-port";
import { builtApp } from "../../scripts/built-app.ts";
import { migrateDatabase } from "../../scripts/migrate-database.ts";
import { steadyPort } from "../../scripts/lib/steady-port.ts";
import { startPostgres } from "../../scripts/postgres/postgres.ts";
import { supervise, type Supervised } from "../../scripts/supervise.ts";
import { startChild } from "./child.ts";

/** A fulfilment service to speak to: our sandbox, or the one the environment names. */
export interface WarehouseAccount {
  /** Of ours, where the account's control API is. */
  url: string;
  accessToken: string;
  webhookKey: string;
  /** Whether it is the sandbox, whose floor we can play. */
  ours: boolean;
}

/** A store, its account at the warehouse, and the app between them. */
export interface DemoStore {
  appUrl: string;
  /** The sandbox of all stores. */
  shopUrl: string;
  /** The store's domain. */
  shop: string;
  warehouse: WarehouseAccount;
}

export interface DemoWorld extends DemoStore {
  /** For the role that the app uses. */
  databaseUrl: string;
  /** For the role that owns the tables. */
  ownerUrl: string;
  /** Ends the worker like a power cut, and starts another. */
  worker: { kill(): Promise<void>; start(): Promise<void> };
  /** Requests to other machines that one of the programs tried; each was refused. */
  refusedLog: string;
  /** Stops everything, the database last. */
  stop(): Promise<void>;
}

export interface DemoOptions {
  /** Where data and logs lie. */
  home: string;
  /** Throw away what an earlier run left there. */
  fresh: boolean;
  /** Take the usual ports where they are free, so that addresses stay the same; any free ones when false. */
  usualPorts: boolean;
  /** A migrated database of the caller's; one on a server of the world's own when left out. */
  database?: { databaseUrl: string; ownerUrl: string };
  /** A fulfilment service of the caller's; ours when left out. */
  warehouse?: Omit<WarehouseAccount, "ours">;
  /** Settings of the app besides those it needs. */
  env?: Record<string, string>;
  /** Hears of each step. */
  say(message: string): void;
  /** Called when a part ends unasked; with `restarts`, when it cannot be started again. */
  onLost(message: string): void;
  /** Whether parts that end unasked are started again. */
  restarts?: boolean;
}

/** The store there is from the beginning. */
const DEMO_SHOP = "demo.myshopify.com";
const USUAL_PORTS = { app: 3000, "sandbox shop": 9200, "sandbox warehouse": 9300, database: 5439 };
const SANDBOX = {
  apiKey: "sandbox-api-key",
  apiSecret: "sandbox-api-secret",
  accessToken: "sandbox-warehouse-token",
  webhookKey: "sandbox-webhook-key",
};
/** A sandbox that does not start so often in a row never will; the app waits for better settings or a better machine. */
const SANDBOX_STARTS_MAX = 3;
const ROOT = resolve(import.meta.dirname, "../..");

/** Starts database, both sandboxes and the built app, each a program of its own. */
export async function startDemoWorld(options: DemoOptions): Promise<DemoWorld> {
  const { home, say } = options;
  if (options.fresh) rmSync(home, { recursive: true, force: true });
  // Programs that were killed leave files there.
  rmSync(join(home, "temporary"), { recursive: true, force: true });
  for (const folder of ["logs", "temporary"]) mkdirSync(join(home, folder), { recursive: true });
  const crew = createCrew(options);
  try {
    const { databaseUrl, ownerUrl } = options.database ?? (await startDatabase(crew, options));
    say("Database ready");
    const warehouse = options.warehouse
      ? { ...options.warehouse, ours: false }
      : await startWarehouse(crew, options);
    const appPort = await choosePort("app", options);
    const appUrl = `http://localhost:${appPort}`;
    const shopUrl = await startShop(crew, { ...options, appUrl, warehouse });
    say("Both sandboxes open");

    const secretKeys = keepSecretKeys(home);
    const startRole = (role: "web" | "worker") =>
      crew.start(
        role,
        builtApp([role], {
          NODE_ENV: "production",
          DOCKLINE_DEMO: "1",
          PORT: String(appPort),
          DATABASE_URL: databaseUrl,
          // What the shell sets for another installation is not meant for this one.
          MIGRATION_DATABASE_URL: "",
          METRICS_PORT: "",
          DOCKLINE_SECRET_KEYS: secretKeys,
          SHOPIFY_API_KEY: SANDBOX.apiKey,
          SHOPIFY_API_SECRET: SANDBOX.apiSecret,
          SHOPIFY_APP_URL: appUrl,
          SHOP_SANDBOX_URL: shopUrl,
          APP_BRIDGE_URL: `${shopUrl}/shopifycloud/app-bridge.js`,
          FULFILMENT_BASE_URL: warehouse.url,
          ...options.env,
        }),
      );
    await startRole("web");
    let worker = await startRole("worker");
    say("App running");
    return {
      appUrl,
      shopUrl,
      shop: DEMO_SHOP,
      databaseUrl,
      ownerUrl,
      warehouse,
      refusedLog: crew.refusedLog,
      stop: crew.stop,
      worker: {
        kill: () => worker.kill(),
        start: async () => void (worker = await startRole("worker")),
      },
    };
  } catch (error) {
    await crew.stop();
    throw error;
  }
}

interface Program {
  args: string[];
  env?: Record<string, string>;
  /** See `SuperviseOptions`. */
  startsMax?: number;
}

/** Everything that was started, so that it can be stopped in the opposite order. */
interface Crew {
  start(name: string, program: Program): Promise<Supervised>;
  add(part: { stop(): Promise<void> }): void;
  stop(): Promise<void>;
  refusedLog: string;
}

function createCrew({ home, warehouse, say, onLost, restarts = false }: DemoOptions): Crew {
  const running: { stop(): Promise<void> }[] = [];
  const refusedLog = join(home, "logs/refused.log");
  const environment = {
    NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, "scripts/loopback-guard.mjs")).href}`,
    LOOPBACK_GUARD_LOG: refusedLog,
    TMPDIR: join(home, "temporary"),
    LOOPBACK_GUARD_ALLOW: warehouse ? new URL(warehouse.url).hostname : "",
  };
  return {
    refusedLog,
    async start(name, { args, env = {}, startsMax }) {
      const logFile = join(home, "logs", `${name.replace(/ /g, "-")}.log`);
      const program = { name, args, env: { ...environment, ...env }, logFile };
      const part = restarts
        ? await supervise({
            name,
            say,
            start: (onProgramLost) => startChild({ ...program, onLost: onProgramLost }),
            onGivenUp: (message) => onLost(`${message} Its log: ${logFile}`),
            ...(startsMax !== undefined && { startsMax }),
          })
        : await startChild({ ...program, onLost });
      running.push(part);
      return part;
    },
    add: (part) => void running.push(part),
    async stop() {
      for (const part of running.splice(0).reverse()) await part.stop();
    },
  };
}

async function startDatabase(
  crew: Crew,
  options: DemoOptions,
): Promise<Pick<DemoWorld, "databaseUrl" | "ownerUrl">> {
  const database = await startPostgres({
    home: join(options.home, "postgres"),
    durable: true,
    fresh: options.fresh,
    port: await choosePort("database", options),
    onLost: () => options.onLost("The database ended unexpectedly."),
  });
  crew.add(database);
  const [databaseUrl, ownerUrl] = [database.appUrl("dockline"), database.url("dockline")];
  await migrateDatabase({ ownerUrl, appUrl: databaseUrl });
  return { databaseUrl, ownerUrl };
}

async function startWarehouse(crew: Crew, options: DemoOptions): Promise<WarehouseAccount> {
  const port = await choosePort("sandbox warehouse", options);
  const { accessToken, webhookKey } = SANDBOX;
  await crew.start("sandbox warehouse", {
    startsMax: SANDBOX_STARTS_MAX,
    args: [
      ...[join(ROOT, "sandbox/warehouse/main.ts"), "--port", String(port)],
      ...["--token", accessToken, "--webhook-key", webhookKey],
      ...stateFile(options, "warehouse.json"),
    ],
  });
  return { url: `http://localhost:${port}`, accessToken, webhookKey, ours: true };
}

async function startShop(
  crew: Crew,
  options: DemoOptions & { appUrl: string; warehouse: WarehouseAccount },
): Promise<string> {
  const port = await choosePort("sandbox shop", options);
  await crew.start("sandbox shop", {
    startsMax: SANDBOX_STARTS_MAX,
    args: [
      ...[join(ROOT, "sandbox/shop/main.ts"), "--port", String(port), "--app-url", options.appUrl],
      ...["--api-key", SANDBOX.apiKey, "--api-secret", SANDBOX.apiSecret],
      ...["--app-config", join(ROOT, "shopify.app.toml"), ...stateFile(options, "shop.json")],
      ...(options.warehouse.ours ? ["--floor-url", `${options.warehouse.url}/_sandbox/`] : []),
    ],
  });
  return `http://localhost:${port}`;
}

/** Where a sandbox saves its state, to go on with it when it is started again. The more stores it has, the longer a save takes. */
const stateFile = ({ home, restarts }: DemoOptions, name: string) =>
  restarts ? ["--state", join(home, name)] : [];

/** What the app seals its secrets with: made once, and kept as long as what it has sealed. */
function keepSecretKeys(home: string): string {
  const file = join(home, "secret-keys");
  if (!existsSync(file)) writeFileSync(file, `demo:${randomBytes(32).toString("base64")}`, { mode: 0o600 });
  return readFileSync(file, "utf8");
}

/** A free port for a part: its usual one, or one of the next if somebody else has it, or just any. */
async function choosePort(
  part: keyof typeof USUAL_PORTS,
  { usualPorts, say }: Pick<DemoOptions, "usualPorts" | "say">,
): Promise<number> {
  if (!usualPorts) return steadyPort();
  const usual = USUAL_PORTS[part];
  const port = await getPort({ port: portNumbers(usual, usual + 50) });
  if (port !== usual) say(`Port ${usual} is taken by another program, so the ${part} uses ${port}`);
  return port;
}
