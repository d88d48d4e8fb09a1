import { HttpResponseError } from "@shopify/shopify-api";
import type pg from "pg";
import type { Db } from "../db.server.ts";
import { aloneWithSession, amendSession, isFresh, refreshSession } from "./shop-session.server.ts";
import type { Shopify, ShopifyApi } from "./shopify.server.ts";
import type { SendGraphql } from "./admin-api.ts";

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
