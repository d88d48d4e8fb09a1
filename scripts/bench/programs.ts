import { join } from "node:path";
import { startChild, type Child } from "../../sandbox/demo/child.ts";
import { SECRET_KEYS } from "./secrets.ts";

/** The app at the sandbox shop. */
export const APP = { key: "bench-api-key", secret: "bench-api-secret" };
/** Our own limit for the warehouse: the highest there is. */
const PER_SECOND = 10_000;

export interface Program {
  /** For Node: a program and its arguments. */
  args: string[];
  env?: Record<string, string>;
}

/** What a bench starts, each a process of its own. */
export interface Programs {
  start(name: string, program: Program): Promise<Child>;
  /** Ends all of them, the last first. */
  stop(): Promise<void>;
}

/** @param home Where they write what they have to say. */
export function openPrograms(home: string): Programs {
  const running: Child[] = [];
  return {
    async start(name, { args, env = {} }) {
      const logFile = join(home, `${name}.log`);
      const onLost = (message: string) => console.error(message);
      const child = await startChild({ name, args, env, logFile, onLost });
      running.push(child);
      return child;
    },
    async stop() {
      for (const child of running.splice(0).reverse()) await child.stop();
    },
  };
}

export interface AppPlace {
  databaseUrl: string;
  appUrl: string;
  shopUrl: string;
  warehouseUrl: string;
}

/** The settings of the built app, in every role. */
export function appEnv({ databaseUrl, appUrl, shopUrl, warehouseUrl }: AppPlace): Record<string, string> {
  return {
    NODE_ENV: "production",
    DOCKLINE_DEMO: "1",
    LOG_LEVEL: "warn",
    PORT: new URL(appUrl).port,
    DATABASE_URL: databaseUrl,
    DOCKLINE_SECRET_KEYS: SECRET_KEYS,
    SHOPIFY_API_KEY: APP.key,
    SHOPIFY_API_SECRET: APP.secret,
    SHOPIFY_APP_URL: appUrl,
    SHOP_SANDBOX_URL: shopUrl,
    APP_BRIDGE_URL: `${shopUrl}/shopifycloud/app-bridge.js`,
    FULFILMENT_BASE_URL: warehouseUrl,
    FULFILMENT_PER_SECOND: String(PER_SECOND),
    // One machine is everybody here.
    WEBHOOKS_PER_MINUTE: "1000000",
    STORE_EVENTS_PER_MINUTE: "1000000",
    STORE_REQUESTS_PER_MINUTE: "100000",
    PAGES_PER_MINUTE: "1000000",
    SIGN_INS_PER_MINUTE: "1000000",
  };
}
