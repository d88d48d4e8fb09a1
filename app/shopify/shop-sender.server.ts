import { HttpResponseError, type Session } from "@shopify/shopify-api";
import type { Db } from "../db.server.ts";
import { ShopifyError } from "./errors.ts";
import { aloneWithSession, amendSession, isFresh, refreshSession } from "./shop-session.server.ts";
import type { Shopify, ShopifyApi } from "./shopify.server.ts";
import type { SendGraphql } from "./admin-api.ts";

/**
 * Sends Admin API queries as one shop's offline session. Each refresh makes the token before it worthless, so only
 * one process at a time may refresh a shop's: near expiry it is done under a lock, by whoever comes first. The library,
 * asked for the way into a shop, refreshes without one, so it is not asked.
 */
export function graphqlSender({
  shopify: { sessionStorage },
  api,
  db,
  shop,
}: {
  shopify: Pick<Shopify, "sessionStorage">;
  api: ShopifyApi;
  db: Db;
  shop: string;
}): { send: SendGraphql; prepare: () => void } {
  const find = async (): Promise<Session> => {
    const session = await sessionStorage.loadSession(api.session.getOfflineId(shop));
    if (!session) throw new ShopifyError("access-lost", { message: "no session for this shop" });
    return session;
  };
  const load = async (): Promise<Session> => {
    const session = await find();
    if (isFresh(session.expires)) return session;
    return aloneWithSession(db, shop, async () => {
      await refreshSession(api, sessionStorage, shop);
      return find();
    });
  };
  // One use case keeps the session it has found for as long as nobody may refresh it.
  let opening: Promise<Session> | undefined;
  const open = async (): Promise<Session> => {
    const found = await opening?.catch(() => undefined);
    return found && isFresh(found.expires) ? found : (opening = load());
  };
  const sendAs = async (session: Session, query: string, variables: Record<string, unknown>) => {
    const { data } = await new api.clients.Graphql({ session }).request<unknown>(query, { variables });
    return data;
  };
  const send: SendGraphql = async (query, variables) => {
    const session = await open();
    try {
      return await sendAs(session, query, variables);
    } catch (refused) {
      const isRefused =
        refused instanceof HttpResponseError && (refused.response as { code?: number }).code === 401;
      if (!isRefused || !session.refreshToken) throw refused;
      // Refused before its time, by clocks that differ. It is refreshed once; an app that was removed cannot refresh.
      const before = { accessToken: session.accessToken ?? "", expires: session.expires ?? null };
      opening = undefined;
      await amendSession(db, session, { ...before, expires: new Date(Date.now() - 1) });
      try {
        return await sendAs(await open(), query, variables);
      } catch {
        await amendSession(db, session, before);
        throw refused;
      }
    }
  };
  return { send, prepare: () => void open().catch(() => undefined) };
}
