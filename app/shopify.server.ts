import "@shopify/shopify-app-remix/adapters/node";
import { ApiVersion, AppDistribution, LogSeverity, shopifyApp } from "@shopify/shopify-app-remix/server";
import { HttpResponseError, shopifyApi } from "@shopify/shopify-api";
import { PrismaSessionStorage } from "@shopify/shopify-app-session-storage-prisma";
import type pg from "pg";
import type { Db } from "./db.server.ts";
import type { Env } from "./env.server.ts";
import type { Logger } from "./log.server.ts";
import { aloneWithSession, amendSession, isFresh, refreshSession } from "./shop-session.server.ts";
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

export type ShopifyApi = ReturnType<typeof createShopifyApi>;

/** The part of Shopify's library that knows no Remix: signatures and tokens. */
export function createShopifyApi({ env, log }: { env: Env; log: Logger }) {
  return shopifyApi({
    apiKey: env.SHOPIFY_API_KEY,
    apiSecretKey: env.SHOPIFY_API_SECRET,
    apiVersion: ApiVersion.October26,
    hostName: new URL(env.SHOPIFY_APP_URL).host,
    isEmbeddedApp: true,
    logger: libraryLogger(log),
    _logDisabledFutureFlags: false,
  });
}

/** Shopify's library speaks into our log. Below warning it writes whole session tokens, so that is left out. */
function libraryLogger(log: Logger) {
  return {
    level: LogSeverity.Warning,
    log: (severity: LogSeverity, message: string) =>
      log[severity === LogSeverity.Error ? "error" : "warn"](message),
  };
}

/**
 * Sends Admin API queries as one shop's offline session. Each refresh makes the token before it worthless, so only
 * one process at a time may refresh a shop's: near expiry the session is loaded under a lock, by whoever comes first.
 */
export function graphqlSender({
  shopify,
  api,
  db,
  pool,
  shop,
}: {
  shopify: Shopify;
  api: ShopifyApi;
  db: Db;
  pool: pg.Pool;
  shop: string;
}): { send: SendGraphql; prepare: () => void } {
  const connect = () => shopify.unauthenticated.admin(shop);
  const connectAlone = () =>
    aloneWithSession(db, shop, async () => {
      await refreshSession(api, shopify, shop);
      return connect();
    });
  type Opened = Awaited<ReturnType<typeof connect>> & { accessToken: string };
  // One use case keeps the session it has found for as long as nobody may refresh it.
  let opening: Promise<Opened> | undefined;
  let kept: Opened | undefined;
  const load = async (): Promise<Opened> => {
    const { rows } = await pool.query<{ expires: Date | null }>(
      `SELECT "expires" AT TIME ZONE 'UTC' AS "expires" FROM "Session" WHERE "shop" = $1 AND NOT "isOnline"`,
      [shop],
    );
    const found = await (isFresh(rows[0]?.expires) ? connect() : connectAlone());
    // The library empties a session whose token is refused.
    return { ...found, accessToken: found.session.accessToken ?? "" };
  };
  const open = async (): Promise<Opened> => {
    const found = await opening?.catch(() => undefined);
    return found && isFresh(found.session.expires) ? found : (opening = load());
  };
  const send: SendGraphql = async (query, variables) => {
    kept = await open();
    const response = await kept.admin.graphql(query, { variables });
    const { data } = (await response.json()) as { data: unknown };
    return data;
  };
  const sendOrRefresh: SendGraphql = async (query, variables) => {
    try {
      return await send(query, variables);
    } catch (refused) {
      const isRefused =
        refused instanceof HttpResponseError && (refused.response as { code?: number }).code === 401;
      if (!isRefused || !kept?.session.refreshToken) throw refused;
      // Refused before its time, by clocks that differ. It is refreshed once; an app that was removed cannot refresh.
      const { session, accessToken } = kept;
      const before = { accessToken, expires: session.expires ?? null };
      opening = undefined;
      await amendSession(db, session, { ...before, expires: new Date(Date.now() - 1) });
      try {
        return await send(query, variables);
      } catch {
        await amendSession(db, session, before);
        throw refused;
      }
    }
  };
  return { send: sendOrRefresh, prepare: () => void open().catch(() => undefined) };
}
