import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import getPort, { portNumbers } from "get-port";
import { migrateDatabase } from "../../scripts/migrate-database.ts";
import { startPostgres } from "../../scripts/postgres/postgres.ts";
import { startChild, type Child } from "./child.ts";

/** A fulfilment service to speak to: our sandbox, or the one the environment names. */
export interface WarehouseAccount {
  url: string;
  accessToken: string;
  webhookKey: string;
  /** Whether it is the sandbox, whose floor we can play. */
  ours: boolean;
}

export interface DemoWorld {
  appUrl: string;
  shopUrl: string;
  warehouse: WarehouseAccount;
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
  /** A fulfilment service of the caller's; ours when left out. */
  warehouse?: Omit<WarehouseAccount, "ours">;
  /** Hears of each step. */
  say(message: string): void;
  /** Hears when a part ends by itself. */
  onLost(message: string): void;
}

const PORTS = { app: 3000, "sandbox shop": 9200, "sandbox warehouse": 9300, database: 5439 };
const SANDBOX = {
  apiKey: "sandbox-api-key",
  apiSecret: "sandbox-api-secret",
  accessToken: "sandbox-warehouse-token",
  webhookKey: "sandbox-webhook-key",
};
const ROOT = resolve(import.meta.dirname, "../..");

/** Starts database, both sandboxes and the built app, each a program of its own. */
export async function startDemoWorld(options: DemoOptions): Promise<DemoWorld> {
  const { home, say, onLost } = options;
  if (options.fresh) rmSync(home, { recursive: true, force: true });
  mkdirSync(join(home, "logs"), { recursive: true });
  const refusedLog = join(home, "logs/refused.log");
  const guard = {
    NODE_OPTIONS: `--import ${pathToFileURL(join(ROOT, "scripts/loopback-guard.mjs")).href}`,
    LOOPBACK_GUARD_LOG: refusedLog,
    LOOPBACK_GUARD_ALLOW: options.warehouse ? new URL(options.warehouse.url).hostname : "",
  };
  const running: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    for (const part of running.splice(0).reverse()) await part.stop();
  };
  const start = async (
    name: string,
    { args, env = {} }: { args: string[]; env?: Record<string, string> },
  ) => {
    const logFile = join(home, "logs", `${name.replace(/ /g, "-")}.log`);
    const child = await startChild({ name, args, env: { ...guard, ...env }, logFile, onLost });
    running.push(child);
    return child;
  };

  try {
    const [databasePort, shopPort, appPort] = [
      await choosePort("database", say),
      await choosePort("sandbox shop", say),
      await choosePort("app", say),
    ];
    const database = await startPostgres({
      home: join(home, "postgres"),
      durable: true,
      fresh: options.fresh,
      preferredPort: databasePort,
    });
    running.push(database);
    await migrateDatabase(database.url("dockline"));
    say("Database ready");

    const warehouse = options.warehouse
      ? { ...options.warehouse, ours: false }
      : await startWarehouse({ start, home, say });
    const [appUrl, shopUrl] = [`http://localhost:${appPort}`, `http://localhost:${shopPort}`];
    await start("sandbox shop", {
      args: [
        ...[join(ROOT, "sandbox/shop/main.ts"), "--port", String(shopPort), "--app-url", appUrl],
        ...["--api-key", SANDBOX.apiKey, "--api-secret", SANDBOX.apiSecret],
        ...["--app-config", join(ROOT, "shopify.app.toml"), "--state", join(home, "shop.json")],
        ...(warehouse.ours ? ["--floor-url", `${warehouse.url}/_sandbox/`] : []),
      ],
    });
    say("Sandbox shop open");

    const app = {
      NODE_ENV: "production",
      DOCKLINE_DEMO: "1",
      LOG_LEVEL: "info",
      PORT: String(appPort),
      DATABASE_URL: database.url("dockline"),
      SHOPIFY_API_KEY: SANDBOX.apiKey,
      SHOPIFY_API_SECRET: SANDBOX.apiSecret,
      SHOPIFY_APP_URL: appUrl,
      SHOP_SANDBOX_URL: shopUrl,
      APP_BRIDGE_URL: `${shopUrl}/shopifycloud/app-bridge.js`,
      FULFILMENT_BASE_URL: warehouse.url,
    };
    const startRole = (role: "web" | "worker") =>
      start(role, { args: [join(ROOT, "build/server/index.js"), role], env: app });
    await startRole("web");
    let worker: Child = await startRole("worker");
    say("App running");
    return {
      ...{ appUrl, shopUrl, warehouse, refusedLog, stop },
      worker: {
        kill: () => worker.kill(),
        start: async () => void (worker = await startRole("worker")),
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startWarehouse({
  start,
  home,
  say,
}: {
  start: (name: string, program: { args: string[] }) => Promise<unknown>;
  home: string;
  say(message: string): void;
}): Promise<WarehouseAccount> {
  const port = await choosePort("sandbox warehouse", say);
  const { accessToken, webhookKey } = SANDBOX;
  await start("sandbox warehouse", {
    args: [
      ...[join(ROOT, "sandbox/warehouse/main.ts"), "--port", String(port)],
      ...["--token", accessToken, "--webhook-key", webhookKey, "--state", join(home, "warehouse.json")],
    ],
  });
  say("Sandbox warehouse open");
  return { url: `http://localhost:${port}`, accessToken, webhookKey, ours: true };
}

/** The usual port of a part, or one of the next if somebody else has it. */
async function choosePort(part: keyof typeof PORTS, say: (message: string) => void): Promise<number> {
  const usual = PORTS[part];
  const port = await getPort({ port: portNumbers(usual, usual + 50) });
  if (port !== usual) say(`Port ${usual} is taken by another program, so the ${part} uses ${port}`);
  return port;
}
