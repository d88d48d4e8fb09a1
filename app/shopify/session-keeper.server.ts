import { HttpResponseError, RequestedTokenType, type Session } from "@shopify/shopify-api";
import pLimit from "p-limit";
import type { Db, Tx } from "../db.server.ts";
import { takeTurns } from "../database/take-turns.ts";
import { ShopifyError, toShopifyError } from "./errors.ts";
import { requireTokens } from "./require-tokens.ts";
import type { Shopify, ShopifyApi } from "./shopify.server.ts";

/** Keeps each shop's offline session good: one pair of tokens, renewed by one caller at a time in all processes. */
export interface SessionKeeper {
  /**
   * The shop's session, with a token that is good for a whole use case.
   * @throws ShopifyError `access-lost` when there is none, or Shopify refuses to renew it; `unavailable` in an outage
   */
  load(shop: string): Promise<Session>;
  /**
   * The next session after Shopify has refused this one before its time, as clocks differ and tokens can be withdrawn.
   * @throws as `load`
   */
  renew(refused: Session): Promise<Session>;
  /**
   * Makes sure that the shop has a good session, with a session token of its staff where no other way is left. Where Shopify
   * refuses that too there is none, and the library answers its staff.
   * @throws ShopifyError `unavailable` in an outage
   */
  open(shop: string, sessionToken: string, api: ShopifyApi): Promise<void>;
}

/** The library renews a token that has less than five minutes left; with a little more the keeper is always before it. */
const RENEWAL_MARGIN_MS = 6 * 60_000;
/**
 * Renewals under way in one process. Each holds one of the process's eighteen connections while Shopify answers, which may
 * take twenty seconds, and needs no other one: what it reads and writes goes through the connection that holds the lock.
 */
const RENEWAL_CONCURRENCY = 4;
/** What a renewal waits for a connection, and what it may take, in milliseconds. */
const RENEWAL_TIMES = { maxWait: 30_000, timeout: 60_000 };

/** What of a stored session decides whether it is renewed. */
type Stored = Pick<Session, "accessToken" | "refreshToken" | "expires">;
type Obtain = (stored: Stored | null) => Promise<{ session: Session }>;

/** Whether an access token that ends then is good for a whole use case. */
export function isFresh(expires: Date | null | undefined): boolean {
  return (expires?.getTime() ?? 0) - Date.now() > RENEWAL_MARGIN_MS;
}

export function createSessionKeeper({
  db,
  api,
  sessionStorage,
}: {
  db: Db;
  api: ShopifyApi;
  sessionStorage: Shopify["sessionStorage"];
}): SessionKeeper {
  const underWay = new Map<string, Promise<void>>();
  const limit = pLimit(RENEWAL_CONCURRENCY);

  /** Callers of one process that need the same renewal share it, so that they hold one connection between them. */
  const shared = (key: string, work: () => Promise<void>): Promise<void> => {
    const known = underWay.get(key);
    if (known) return known;
    const begun = limit(work).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  };
  const find = async (shop: string): Promise<Session | undefined> =>
    sessionStorage.loadSession(api.session.getOfflineId(shop));
  const findOrThrow = async (shop: string): Promise<Session> => {
    const session = await find(shop);
    if (!session) throw lost("no session for this shop");
    return session;
  };
  const refresh =
    (shop: string): Obtain =>
    async (stored) => {
      if (!stored?.refreshToken) throw lost("no refresh token for this shop");
      return api.auth.refreshToken({ shop, refreshToken: stored.refreshToken });
    };
  const replace = (shop: string, how: { isGood: (stored: Stored) => boolean; obtain: Obtain }) =>
    replaceAlone(db, { shop, id: api.session.getOfflineId(shop), ...how });
  const renewStale = (shop: string) =>
    shared(`stale ${shop}`, () =>
      replace(shop, { isGood: ({ expires }) => isFresh(expires), obtain: refresh(shop) }),
    );

  return {
    async load(shop) {
      const session = await findOrThrow(shop);
      if (isFresh(session.expires)) return session;
      await renewStale(shop);
      return findOrThrow(shop);
    },
    async renew({ shop, accessToken }) {
      const isGood = (stored: Stored) => stored.accessToken !== accessToken && isFresh(stored.expires);
      await shared(`refused ${shop}`, () => replace(shop, { isGood, obtain: refresh(shop) }));
      return findOrThrow(shop);
    },
    async open(shop, sessionToken, exchangeApi) {
      const session = await find(shop);
      if (session && isFresh(session.expires)) return;
      if (session?.refreshToken && (await unlessLost(renewStale(shop)))) return;
      const exchange: Obtain = () =>
        exchangeApi.auth.tokenExchange({
          shop,
          sessionToken,
          requestedTokenType: RequestedTokenType.OfflineAccessToken,
          expiring: true,
        });
      const isGood = ({ expires }: Stored) => isFresh(expires);
      await unlessLost(shared(`exchange ${shop}`, () => replace(shop, { isGood, obtain: exchange })));
    },
  };
}

/** @returns whether it was done; false where Shopify refuses. */
async function unlessLost(renewal: Promise<void>): Promise<boolean> {
  try {
    await renewal;
    return true;
  } catch (error) {
    if (error instanceof ShopifyError && error.code === "access-lost") return false;
    throw error;
  }
}

/**
 * Replaces the stored session unless it is good by then, alone for the shop in all processes, because each new pair of tokens
 * may make the one before it worthless. Cut off after Shopify has answered, the old refresh token still fetches the next pair.
 * One that Shopify refuses to renew is stored as expired, so that nobody takes it for good and the panel exchanges it.
 */
async function replaceAlone(
  db: Db,
  {
    shop,
    id,
    isGood,
    obtain,
  }: { shop: string; id: string; isGood: (stored: Stored) => boolean; obtain: Obtain },
): Promise<void> {
  const refusal = await db.$transaction(async (tx) => {
    await takeTurns(tx, `token:${shop}`);
    const select = { shop: true, accessToken: true, refreshToken: true, expires: true } as const;
    const row = await tx.session.findUnique({ where: { id }, select });
    const stored = row && toStored(row);
    if (stored && isGood(stored)) return null;
    try {
      const { session } = await obtain(stored);
      await store(tx, requireTokens(session));
      return null;
    } catch (error) {
      if (!isRefusal(error)) throw outage(error);
      await tx.session.updateMany({ where: { id, shop }, data: { expires: new Date(0) } });
      return error;
    }
  }, RENEWAL_TIMES);
  if (refusal)
    throw refusal instanceof ShopifyError
      ? refusal
      : lost("Shopify does not renew the token any more", refusal);
}

function toStored(row: { accessToken: string; refreshToken: string | null; expires: Date | null }): Stored {
  const { accessToken, refreshToken, expires } = row;
  return { accessToken, ...(refreshToken && { refreshToken }), ...(expires && { expires }) };
}

/** An offline session, as the library's session storage keeps it. */
async function store(tx: Tx, session: Session): Promise<void> {
  const { id, shop, state, scope, accessToken = "", expires, refreshToken, refreshTokenExpires } = session;
  const row = {
    shop,
    state,
    isOnline: false,
    scope: scope ?? null,
    accessToken,
    expires: expires ?? null,
    refreshToken: refreshToken ?? null,
    refreshTokenExpires: refreshTokenExpires ?? null,
  };
  await tx.session.upsert({ where: { id }, update: row, create: { id, ...row } });
}

const lost = (message: string, cause?: unknown) => new ShopifyError("access-lost", { message, cause });

/** Shopify could not say, or does not know this app by its client id and secret; neither is the shop's matter. */
function outage(error: unknown): ShopifyError {
  if (error instanceof HttpResponseError && errorCodeOf(error) === "invalid_client")
    return new ShopifyError("unavailable", {
      message: "the app's client id or secret is refused",
      cause: error,
    });
  return toShopifyError(error);
}

/**
 * Whether Shopify will not give a pair for this: the refresh token is used up, too old or withdrawn, or the session token is
 * not accepted.
 */
function isRefusal(error: unknown): error is Error {
  if (error instanceof ShopifyError) return error.code === "access-lost";
  if (!(error instanceof HttpResponseError) || errorCodeOf(error) === "invalid_client") return false;
  const { code } = error.response as unknown as { code: number };
  return code === 400 || code === 401;
}

/** OAuth's code for what is wrong. */
function errorCodeOf({ response }: { response: unknown }): string | undefined {
  return (response as { body?: { error?: string } }).body?.error;
}
