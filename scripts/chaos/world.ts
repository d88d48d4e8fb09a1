import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { startShop } from "../../sandbox/shop/start-shop.ts";
import { startWarehouse } from "../../sandbox/warehouse/start-warehouse.ts";
import { steadyPort } from "../lib/steady-port.ts";
import { ROOT } from "../run-tool.ts";
import { createAppProcesses, type AppProcesses } from "./app-processes.ts";
import { startChaosDatabase, type ChaosDatabase } from "./database.ts";
import { SIDES, type SideName } from "./story.ts";
import { startWarehouseFront } from "./warehouse-front.ts";

/** What a shop enters to join its account at the warehouse. */
export interface Account {
  url: string;
  accessToken: string;
  webhookKey: string;
}

/** Everything that stories need again and again: started once, and emptied between them. */
export interface ChaosWorld {
  appUrl: string;
  /** One sandbox has all shops, as Shopify does. */
  shopUrl: string;
  accounts: Record<SideName, Account>;
  database: ChaosDatabase;
  app: AppProcesses;
  /** Stops everything, the database last. */
  stop(): Promise<void>;
}

const API = { apiKey: "chaos-api-key", apiSecret: "chaos-api-secret" };

/**
 * How soon what the app has not answered is sent again the first time, in milliseconds. The shop's nine tries, four hours
 * at Shopify, are over in two and a half seconds: longer than the app takes to start, shorter than any outage.
 */
const SHOP_RETRY_MS = 10;
/** The warehouse's tries go by its own clock, which is moved; the first ones come soon. */
const WAREHOUSE_RETRY_MS = 100;
/** Shorter than Shopify's and the warehouse's 5 s, as the app's own patience is. */
const SHOP_ANSWER_WITHIN_MS = 1_000;

/** Starts PostgreSQL, both worlds and the built app: a web process and two workers. */
export async function openChaosWorld(home: string): Promise<ChaosWorld> {
  const ends: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  try {
    const logs = join(home, "logs");
    mkdirSync(logs, { recursive: true });
    const database = await startChaosDatabase(home);
    ends.push(() => database.stop());
    const [appPort, frontPort] = [await steadyPort(), await steadyPort()];
    const appUrl = `http://localhost:${appPort}`;
    const shop = await startShop({
      ...{ port: 0, appUrl, appConfig: join(ROOT, "shopify.app.toml"), shops: [], ...API },
      ...{ retryBaseMs: SHOP_RETRY_MS, answerWithinMs: SHOP_ANSWER_WITHIN_MS },
    });
    ends.push(() => shop.close());
    const open = async (side: SideName): Promise<Account> => {
      const account = { accessToken: `token-of-${side}`, webhookKey: `key-of-${side}` };
      const { accessToken: token, webhookKey } = account;
      const warehouse = await startWarehouse({ port: 0, token, webhookKey, retryBaseMs: WAREHOUSE_RETRY_MS });
      ends.push(() => warehouse.close());
      return { url: warehouse.url, ...account };
    };
    const accounts = { a: await open("a"), b: await open("b") };
    const front = await startWarehouseFront({
      port: frontPort,
      accounts: new Map(SIDES.map((side) => [accounts[side].accessToken, accounts[side].url])),
    });
    ends.push(() => front.stop());
    const app = createAppProcesses({
      logs,
      env: {
        ...{ NODE_ENV: "production", DOCKLINE_DEMO: "1", LOG_LEVEL: "debug", PORT: String(appPort) },
        DATABASE_URL: database.appUrl,
        DOCKLINE_SECRET_KEYS: `chaos:${randomBytes(32).toString("base64")}`,
        ...{ SHOPIFY_API_KEY: API.apiKey, SHOPIFY_API_SECRET: API.apiSecret, SHOPIFY_APP_URL: appUrl },
        ...{ SHOP_SANDBOX_URL: shop.url, APP_BRIDGE_URL: `${shop.url}/shopifycloud/app-bridge.js` },
        FULFILMENT_BASE_URL: `http://localhost:${frontPort}`,
        // One machine is everybody here.
        ...{
          FULFILMENT_PER_SECOND: "10000",
          WEBHOOKS_PER_MINUTE: "1000000",
          STORE_EVENTS_PER_MINUTE: "1000",
          STORE_REQUESTS_PER_MINUTE: "100000",
          PAGES_PER_MINUTE: "100000",
        },
        LOOPBACK_GUARD_LOG: join(logs, "refused.log"),
      },
    });
    ends.push(() => app.stop());
    await app.start();
    return { appUrl, shopUrl: shop.url, accounts, database, app, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
