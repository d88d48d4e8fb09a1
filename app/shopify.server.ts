import "@shopify/shopify-app-remix/adapters/node";
import { ApiVersion, AppDistribution, LogSeverity, shopifyApp } from "@shopify/shopify-app-remix/server";
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";
import type { Db } from "./db.server.ts";
import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";
import type { SendGraphql } from "./shopify/admin-api.ts";
import { setShopifyFetch } from "./shopify/fetch.server.ts";

export type Shopify = ReturnType<typeof createShopify>;

/** Shopify's library, set up for this app: embedded, token exchange, offline tokens that expire and are refreshed. */
export function createShopify({ env, db, log }: { env: Env; db: Db; log: Logger }) {
  setShopifyFetch(env.SHOP_SANDBOX_URL);
  return shopifyApp({
    apiKey: env.SHOPIFY_API_KEY,
    apiSecretKey: env.SHOPIFY_API_SECRET,
    appUrl: env.SHOPIFY_APP_URL,
    apiVersion: ApiVersion.October26,
    distribution: AppDistribution.AppStore,
    sessionStorage: new PrismaSessionStorage(db),
    isEmbeddedApp: true,
    future: { unstable_newEmbeddedAuthStrategy: true, expiringOfflineAccessTokens: true },
    logger: libraryLogger(log),
  });
}

/** Shopify's library speaks into our log. Below warning it writes whole session tokens, so that is left out. */
export function libraryLogger(log: Logger) {
  return {
    level: LogSeverity.Warning,
    log: (severity: LogSeverity, message: string) =>
      log[severity === LogSeverity.Error ? "error" : "warn"](message),
  };
}

/** The library refreshes a token that has less than five minutes left; a little more room keeps the lock in front of it. */
const REFRESH_MARGIN_MS = 6 * 60_000;

/**
 * Sends Admin API queries as one shop's offline session. Each refresh makes the token before it worthless, so only
 * one process at a time may refresh a shop's: near expiry the session is loaded under a lock, by whoever comes first.
 */
export function graphqlSender({
  shopify,
  db,
  shop,
}: {
  shopify: Shopify;
  db: Db;
  shop: string;
}): SendGraphql {
  const connect = () => shopify.unauthenticated.admin(shop);
  const connectAlone = () =>
    db.$transaction(
      async (tx) => {
        await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`token:${shop}`}, 0))`;
        return connect();
      },
      { maxWait: 30_000, timeout: 60_000 },
    );
  const open = async () => {
    const stored = await db.session.findFirst({
      where: { shop, isOnline: false },
      select: { expires: true },
    });
    const left = (stored?.expires?.getTime() ?? 0) - Date.now();
    return left > REFRESH_MARGIN_MS ? connect() : connectAlone();
  };
  // One use case keeps the session it has found for as long as nobody may refresh it.
  let kept: Awaited<ReturnType<typeof connect>> | undefined;
  return async (query, variables) => {
    const left = (kept?.session.expires?.getTime() ?? 0) - Date.now();
    if (!kept || left <= REFRESH_MARGIN_MS) kept = await open();
    const { admin } = kept;
    const response = await admin.graphql(query, { variables });
    const { data } = (await response.json()) as { data: unknown };
    return data;
  };
}
