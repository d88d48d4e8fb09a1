import { HttpResponseError, type Session } from "@shopify/shopify-api";
import type { Db } from "../db.server.ts";
import { ShopifyError } from "./errors.ts";
import type { Shopify, ShopifyApi } from "./shopify.server.ts";

/** The library refreshes a token that has less than five minutes left; with a little more we are always before it. */
const REFRESH_MARGIN_MS = 6 * 60_000;

/** Whether an access token that ends then is good for a whole use case. */
export function isFresh(expires: Date | null | undefined): boolean {
  return (expires?.getTime() ?? 0) - Date.now() > REFRESH_MARGIN_MS;
}

/**
 * Runs alone for the shop, of all processes. For what refreshes its token: each refresh makes the one before it
 * worthless.
 */
export async function aloneWithSession<T>(db: Db, shop: string, work: () => Promise<T>): Promise<T> {
  return db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`token:${shop}`}, 0))`;
      return work();
    },
    { maxWait: 30_000, timeout: 60_000 },
  );
}

/**
 * Gets the shop's next pair of tokens if the present one is near its end; to be run alone (`aloneWithSession`). The
 * library would do it as well, but has one answer for an outage and for a refusal, after which nobody need ask again.
 * @throws ShopifyError `access-lost` when Shopify refuses; HttpResponseError when it could not say
 */
export async function refreshSession(
  { auth, session }: ShopifyApi,
  sessionStorage: Shopify["sessionStorage"],
  shop: string,
): Promise<void> {
  const kept = await sessionStorage.loadSession(session.getOfflineId(shop));
  if (!kept?.refreshToken || isFresh(kept.expires)) return;
  const next = await auth.refreshToken({ shop, refreshToken: kept.refreshToken }).catch((error: unknown) => {
    throw isRefusal(error)
      ? new ShopifyError("access-lost", { message: "the token is not refreshed any more" })
      : error;
  });
  await sessionStorage.storeSession(next.session);
}

/** Its refresh token is used up, too old or withdrawn. That our own client id or secret is wrong is not the shop's matter. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof HttpResponseError)) return false;
  const { code, body } = error.response as unknown as { code: number; body?: { error?: string } };
  return (code === 400 || code === 401) && body?.error !== "invalid_client";
}

/**
 * Changes the stored session unless somebody has refreshed it since it was read. Sealed, a token cannot be compared in a
 * query.
 */
export async function amendSession(
  db: Db,
  { id, shop, refreshToken }: Session,
  data: { accessToken: string; expires: Date | null },
): Promise<void> {
  await db.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT FROM "Session" WHERE "id" = ${id} FOR UPDATE`;
    const now = await tx.session.findUnique({ where: { id }, select: { shop: true, refreshToken: true } });
    if (now?.refreshToken === refreshToken) await tx.session.update({ where: { id, shop }, data });
  });
}
