import "@shopify/shopify-app-remix/adapters/node";
import { ApiVersion, AppDistribution, LogSeverity, shopifyApp } from "@shopify/shopify-app-remix/server";
import { shopifyApi } from "@shopify/shopify-api";
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";
import type { Db } from "../db.server.ts";
import type { Env } from "../env.server.ts";
import type { Logger } from "../operations/log.server.ts";
import { setShopifyFetch } from "./fetch.server.ts";

export type Shopify = ReturnType<typeof createShopify>;

/** Shopify's library, set up for this app: embedded, token exchange, offline tokens that expire and are refreshed. */
export function createShopify({
  env,
  log,
  apiSecret,
  sessionStorage,
}: {
  env: Env;
  log: Logger;
  apiSecret: string;
  sessionStorage: PrismaSessionStorage<Db>;
}) {
  setShopifyFetch(env.SHOP_SANDBOX_URL);
  return shopifyApp({
    apiKey: env.SHOPIFY_API_KEY,
    apiSecretKey: apiSecret,
    appUrl: env.SHOPIFY_APP_URL,
    apiVersion: ApiVersion.October26,
    distribution: AppDistribution.AppStore,
    sessionStorage,
    isEmbeddedApp: true,
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
    logger: libraryLogger(log),
  });
}

export type ShopifyApi = ReturnType<typeof createShopifyApi>;

/** The part of Shopify's library that knows no Remix: signatures and tokens. */
export function createShopifyApi({ env, log, apiSecret }: { env: Env; log: Logger; apiSecret: string }) {
  return shopifyApi({
    apiKey: env.SHOPIFY_API_KEY,
    apiSecretKey: apiSecret,
    apiVersion: ApiVersion.October26,
    hostName: new URL(env.SHOPIFY_APP_URL).host,
    isEmbeddedApp: true,
    logger: libraryLogger(log),
    _logDisabledFutureFlags: false,
  });
}

/** One of the app's client secrets, and Shopify's library as it works with it. */
export interface SecretLibrary {
  apiSecret: string;
  app: Shopify;
  api: ShopifyApi;
}

/**
 * The library once for each client secret, the newest first. Shopify goes on signing with the older secret for a while after a
 * new one was made (https://shopify.dev/docs/apps/build/webhooks/verify-deliveries).
 */
export function createSecretLibraries({
  env,
  db,
  log,
}: {
  env: Env;
  db: Db;
  log: Logger;
}): readonly [SecretLibrary, ...SecretLibrary[]] {
  const sessionStorage = createSessionStorage(db);
  const libraryOf = (apiSecret: string): SecretLibrary => ({
    apiSecret,
    app: createShopify({ env, log, apiSecret, sessionStorage }),
    api: createShopifyApi({ env, log, apiSecret }),
  });
  const { SHOPIFY_API_SECRET_OLD: older } = env;
  return [libraryOf(env.SHOPIFY_API_SECRET), ...(older ? [libraryOf(older)] : [])];
}

/**
 * The library's constructor counts the rows of its table, to see that the table exists. Here that query gets its answer without
 * PostgreSQL. Otherwise, while PostgreSQL is away, the library prints lines of its own. After ten seconds it ends the process with
 * an error nobody can catch, or refuses every store from then on (`findings/session-storage-never-ready.sh`). The migrations
 * create the table, and a query without it fails with its own error.
 */
function createSessionStorage(db: Db): PrismaSessionStorage<Db> {
  const counted = db.$extends({ query: { session: { count: () => Promise.resolve(0) } } });
  return new PrismaSessionStorage(counted as unknown as Db);
}

/** Shopify's library speaks into our log. Below warning it writes whole session tokens, so that is left out. */
function libraryLogger(log: Logger) {
  return {
    level: LogSeverity.Warning,
    log: (severity: LogSeverity, message: string) =>
      log[severity === LogSeverity.Error ? "error" : "warn"](message),
  };
}
