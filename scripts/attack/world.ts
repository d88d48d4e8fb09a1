import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startWarehouseFront } from "../chaos/warehouse-front.ts";
import { startChild, type Child } from "../../sandbox/demo/child.ts";
import { control } from "../../sandbox/demo/control.ts";
import { createMerchant } from "../../sandbox/demo/merchant.ts";
import { startShop } from "../../sandbox/shop/start-shop.ts";
import { startWarehouse } from "../../sandbox/warehouse/start-warehouse.ts";
import { builtApp } from "../built-app.ts";
import { steadyPort } from "../lib/steady-port.ts";
import { migrateDatabase } from "../migrate-database.ts";
import { startPostgres } from "../postgres/postgres.ts";
import { ROOT } from "../run-tool.ts";
import { moveTo, type Cores } from "./cores.ts";
import type { KnownIds } from "./known-requests.ts";
import type { EventTarget } from "../lib/send-event.ts";

/** A store of the attacked app. */
export interface Store extends EventTarget {
  shop: string;
  /** The sandbox's, which has the store. */
  shopUrl: string;
  /** A session token of its staff. */
  token(): Promise<string>;
  /** Units of its product, as the store shows them. */
  onHand(): Promise<number>;
  /** The warehouse receives so many units of its product. */
  receive(units: number): Promise<void>;
}

/** The built app between both sandboxes, with the store that attacks and its neighbor. */
export interface AttackWorld {
  url: string;
  port: number;
  metricsUrl: string;
  attacker: Store;
  neighbor: Store;
  /** Things of the attacker's, for valid requests. */
  ids: KnownIds;
  pool: pg.Pool;
  web: Child;
  /** What web and worker have logged so far. */
  log(): Record<string, unknown>[];
  /** Whether the processes that were started still run. */
  areAlive(): boolean;
  stop(): Promise<void>;
}

const API = { apiKey: "attack-api-key", apiSecret: "attack-api-secret" };
const LOCATION = "Warehouse";
const SKU = "PRECIOUS-MUG";
const STOCK = 1_000;
/** Events of one store that the app takes in a minute. */
export const STORE_EVENTS_PER_MINUTE = 3_000;

/** Limits of the app that are lifted where every attack is to get through to what is behind them. */
const LIFTED = {
  PAGES_PER_MINUTE: "100000000",
  SIGN_INS_PER_MINUTE: "100000000",
  WEBHOOKS_PER_MINUTE: "100000000",
  STORE_REQUESTS_PER_MINUTE: "100000000",
};

/**
 * @param limits `lifted` lets attacks through to what is behind the limits of requests a minute; `usual` leaves them
 * @param cores keeps this process apart from the app and its database
 */
export async function openAttackWorld(
  home: string,
  { limits, cores }: { limits: "lifted" | "usual"; cores?: Cores | undefined },
): Promise<AttackWorld> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    mkdirSync(home, { recursive: true });
    if (cores) moveTo(cores.app);
    const postgres = await startPostgres({ home: join(home, "postgres"), durable: false, fresh: true });
    ends.push(() => postgres.stop());
    const databaseUrl = postgres.appUrl("attacked");
    await migrateDatabase({ ownerUrl: postgres.url("attacked"), appUrl: databaseUrl });
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
    pool.on("error", () => undefined);
    ends.push(() => pool.end());
    const [port, metricsPort] = [await steadyPort(), await steadyPort()];
    const url = `http://localhost:${port}`;
    const shops = ["attacker", "neighbor"];
    const shop = await startShop({
      port: 0,
      appUrl: url,
      appConfig: join(ROOT, "shopify.app.toml"),
      shops,
      ...API,
    });
    ends.push(() => shop.close());
    const accounts = new Map<string, { url: string; token: string; webhookKey: string }>();
    for (const name of shops) {
      const [token, webhookKey] = [`token-of-${name}`, `key-of-${name}`];
      const warehouse = await startWarehouse({ port: 0, token, webhookKey });
      ends.push(() => warehouse.close());
      accounts.set(name, { url: warehouse.url, token, webhookKey });
    }
    const frontPort = await steadyPort();
    const front = await startWarehouseFront({
      port: frontPort,
      accounts: new Map([...accounts.values()].map(({ token, url }) => [token, url])),
    });
    ends.push(() => front.stop());
    const secretKeys = `attack:${randomBytes(32).toString("base64")}`;
    let isLost = false;
    const start = async (role: "web" | "worker"): Promise<Child> => {
      const child = await startChild({
        name: role,
        ...builtApp([role], {
          NODE_ENV: "production",
          DOCKLINE_DEMO: "1",
          LOG_LEVEL: "info",
          PORT: String(port),
          DATABASE_URL: databaseUrl,
          DOCKLINE_SECRET_KEYS: secretKeys,
          SHOPIFY_API_KEY: API.apiKey,
          SHOPIFY_API_SECRET: API.apiSecret,
          SHOPIFY_APP_URL: url,
          SHOP_SANDBOX_URL: shop.url,
          APP_BRIDGE_URL: `${shop.url}/shopifycloud/app-bridge.js`,
          FULFILMENT_BASE_URL: `http://localhost:${frontPort}`,
          ...(role === "web" && { METRICS_PORT: String(metricsPort) }),
          STORE_EVENTS_PER_MINUTE: String(STORE_EVENTS_PER_MINUTE),
          ...(limits === "lifted" && LIFTED),
        }),
        logFile: join(home, `${role}.log`),
        onLost: () => (isLost = true),
      });
      ends.push(() => child.stop());
      return child;
    };
    const web = await start("web");
    await start("worker");
    if (cores) moveTo(cores.others);
    const open = (name: string) =>
      openStore(name, {
        pool,
        shopUrl: shop.url,
        appUrl: url,
        account: accounts.get(name)!,
        token: () => shop.idToken(name),
      });
    const attacker = await open("attacker");
    const neighbor = await open("neighbor");
    return {
      url,
      port,
      metricsUrl: `http://localhost:${metricsPort}/metrics`,
      attacker,
      neighbor,
      ids: await idsOf(pool, attacker.shop),
      pool,
      web,
      log: () => ["web", "worker"].flatMap((role) => linesOf(join(home, `${role}.log`))),
      areAlive: () => !isLost,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Account {
  url: string;
  token: string;
  webhookKey: string;
}

interface Seeded {
  locations: { id: string; name: string }[];
  products: { variants: { sku: string; levels: Record<string, { on_hand: number }> }[] }[];
}

/** Fills a store and its warehouse, and has its merchant connect the two and go live. */
async function openStore(
  name: string,
  {
    pool,
    shopUrl,
    appUrl,
    account,
    token,
  }: { pool: pg.Pool; shopUrl: string; appUrl: string; account: Account; token: () => Promise<string> },
): Promise<Store> {
  const shop = `${name}.myshopify.com`;
  const at = <T>(path: string, body?: unknown) =>
    control<T>(shopUrl, { path: `shops/${name}/${path}`, body });
  await control(account.url, { path: "products", body: [{ sku: SKU, description: SKU, stock: STOCK }] });
  const variants = [{ sku: SKU, onHand: { [LOCATION]: STOCK } }];
  const { locations } = await at<Seeded>("seed", {
    locations: [LOCATION],
    products: [{ title: SKU, variants }],
  });
  const merchant = createMerchant({ shopUrl, appUrl, shop });
  await merchant.open("/app");
  await merchant.connect({
    accessToken: account.token,
    webhookKey: account.webhookKey,
    locationId: locations.find((location) => location.name === LOCATION)!.id,
  });
  await merchant.goLive();
  const { rows } = await pool.query<{ hookId: string }>(
    `SELECT "hookId" FROM "Connection" WHERE "shop" = $1`,
    [shop],
  );
  return {
    url: appUrl,
    shopUrl,
    shop,
    hookId: rows[0]!.hookId,
    webhookKey: account.webhookKey,
    token,
    async onHand() {
      const { products } = await at<Seeded>("state");
      return products[0]!.variants[0]!.levels[LOCATION]!.on_hand;
    },
    async receive(units) {
      await control(account.url, { path: "receive", body: { lines: [{ sku: SKU, quantity: units }] } });
    },
  };
}

/** The ids that valid requests of a store name; a variant of it, and things it has none of. */
async function idsOf(pool: pg.Pool, shop: string): Promise<KnownIds> {
  for (let tries = 0; ; tries++) {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT "variantId" AS "id" FROM "Variant" WHERE "shop" = $1`,
      [shop],
    );
    if (rows[0])
      return {
        variantId: rows[0].id,
        returnId: "gid://shopify/Return/1",
        orderId: "gid://shopify/Order/1",
        locationId: "gid://shopify/Location/1",
      };
    if (tries > IMPORT_TRIES) throw new Error(`The catalog of ${shop} was not imported.`);
    await sleep(IMPORT_TRY_MS);
  }
}

/** An import of one product takes about a second. */
const IMPORT_TRIES = 300;
const IMPORT_TRY_MS = 100;

/** The JSON lines of a log. */
function linesOf(file: string): Record<string, unknown>[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
