import type { Logger } from "../operations/log.server.ts";
import { ShopifyError } from "./errors.ts";
import type { SessionKeeper } from "./session-keeper.server.ts";
import { verifySessionToken, type SessionTokenClaims } from "./session-token.server.ts";
import type { SecretLibrary, Shopify } from "./shopify.server.ts";

/** Lets in the staff of stores, whose requests carry session tokens of Shopify's admin. */
export interface AdminGuard {
  /** Whose request it is, by its session token alone; undefined without a good one. Asks neither database nor Shopify. */
  identify(request: {
    authorization: string | undefined;
    url: string;
  }): Promise<SessionTokenClaims | undefined>;
  /**
   * What Shopify's library makes of a request: the shop's session for staff with a good token; for others it throws the answer.
   * @throws Response: a redirect, a page that fetches a token, 400, 401 or 410; 503 while Shopify gives no access token
   */
  authenticate(request: Request): Promise<Authenticated>;
}

type LibraryContext = Awaited<ReturnType<Shopify["authenticate"]["admin"]>>;
export type Authenticated = LibraryContext & { staffId: string | null };

/** When staff may try again while Shopify gives no access token, in seconds. */
const OUTAGE_RETRY_SECONDS = "5";

/** @param libraries By client secret, the newest first: while a secret is rotated, Shopify may sign with either. */
export function createAdminGuard({
  libraries,
  apiKey,
  sessions,
  log,
}: {
  libraries: readonly [SecretLibrary, ...SecretLibrary[]];
  apiKey: string;
  sessions: SessionKeeper;
  log: Logger;
}): AdminGuard {
  const find = async (token: string | undefined) => {
    if (token)
      for (const library of libraries) {
        const claims = await verifySessionToken(token, { apiKey, apiSecret: library.apiSecret });
        if (claims) return { library, claims, token };
      }
    return undefined;
  };
  return {
    async identify(request) {
      return (await find(tokenIn(request)))?.claims;
    },
    async authenticate(request) {
      const authorization = request.headers.get("authorization") ?? undefined;
      const known = await find(tokenIn({ authorization, url: request.url }));
      const { app } = known?.library ?? libraries[0];
      try {
        // Before the library, which would exchange the session token beside whoever renews the access token just now.
        if (known) await sessions.open(known.claims.shop, known.token, known.library.api);
        return { ...(await app.authenticate.admin(request)), staffId: known?.claims.staffId ?? null };
      } catch (thrown) {
        throw answerOf(thrown, log);
      }
    },
  };
}

/** The session token of a request, as Shopify's library looks for it. */
function tokenIn({
  authorization,
  url,
}: {
  authorization: string | undefined;
  url: string;
}): string | undefined {
  if (authorization) return authorization.replace("Bearer ", "");
  const query = url.indexOf("?");
  return query < 0 ? undefined : (new URLSearchParams(url.slice(query)).get("id_token") ?? undefined);
}

/** What is answered to a request that the library does not let in. */
function answerOf(thrown: unknown, log: Logger): unknown {
  if (thrown instanceof Response && thrown.status !== 500) return thrown;
  // It builds addresses from what a request says of its host.
  if ((thrown as { code?: unknown }).code === "ERR_INVALID_URL")
    return new Response(null, { status: 400, statusText: "Bad Request" });
  if (!(thrown instanceof Response) && !(thrown instanceof ShopifyError)) return thrown;
  log.warn({ err: thrown instanceof Response ? undefined : thrown }, "Shopify gives no access token");
  return new Response(null, {
    status: 503,
    statusText: "Service Unavailable",
    headers: { "Retry-After": OUTAGE_RETRY_SECONDS },
  });
}
