import { HttpResponseError, type Session } from "@shopify/shopify-api";
import type { SendGraphql } from "./admin-api.ts";
import { isFresh, type SessionKeeper } from "./session-keeper.server.ts";
import type { ShopifyApi } from "./shopify.server.ts";

/**
 * Sends Admin API queries as one shop's offline session. The library, asked for the way into a shop, renews tokens without a
 * lock, so it is not asked.
 */
export function graphqlSender({
  sessions,
  api,
  shop,
}: {
  sessions: SessionKeeper;
  api: ShopifyApi;
  shop: string;
}): { send: SendGraphql; prepare: () => void } {
  // One use case keeps the session it has found for as long as nobody may renew it.
  let opening: Promise<Session> | undefined;
  const open = async (): Promise<Session> => {
    const found = await opening?.catch(() => undefined);
    return found && isFresh(found.expires) ? found : (opening = sessions.load(shop));
  };
  const sendAs = async (session: Session, ...[query, { variables, signal }]: Parameters<SendGraphql>) => {
    const options = { variables, ...(signal && { signal }) };
    const { data } = await new api.clients.Graphql({ session }).request<unknown>(query, options);
    return data;
  };
  const send: SendGraphql = async (query, options) => {
    const session = await open();
    try {
      return await sendAs(session, query, options);
    } catch (refused) {
      const isRefused =
        refused instanceof HttpResponseError && (refused.response as { code?: number }).code === 401;
      if (!isRefused || !session.refreshToken) throw refused;
      // Renewed once; the session of an app that was removed cannot be.
      opening = sessions.renew(session);
      return sendAs(await opening, query, options);
    }
  };
  return { send, prepare: () => void open().catch(() => undefined) };
}
