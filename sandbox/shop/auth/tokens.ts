import { randomBytes } from "node:crypto";
import type { AccessToken, Grant, Shop } from "../store/shop.ts";

/** Lifetimes in seconds, as Shopify sets them. */
export const ACCESS_TOKEN_S = 60 * 60;
export const REFRESH_TOKEN_S = 90 * 24 * 60 * 60;
export const ONLINE_TOKEN_S = 24 * 60 * 60 - 1;

const random = (prefix: string) => `${prefix}_${randomBytes(16).toString("hex")}`;

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000).toISOString();

export function grantOnline(shop: Shop, now: Date): AccessToken {
  return addAccessToken(shop, { mode: "online", expiresAt: after(now, ONLINE_TOKEN_S), now });
}

/** A first pair of offline tokens. Earlier pairs stay good: two processes of one app may both ask. */
export function grantOffline(shop: Shop, now: Date): Grant {
  return addGrant(shop, { previousRefreshToken: null, now });
}

/**
 * The next pair for a refresh token; undefined when that is unknown, used up or too old. The token used stays good
 * until the pair it fetched is used, so asking twice with it replaces the pair that got lost on the way.
 */
export function refresh(
  shop: Shop,
  { refreshToken, now }: { refreshToken: string; now: Date },
): Grant | undefined {
  const { installation } = shop;
  const grant = installation.grants.find(
    (one) => one.refreshToken === refreshToken || one.previousRefreshToken === refreshToken,
  );
  if (!grant || grant.expiresAt <= now.toISOString()) return undefined;
  installation.grants = installation.grants.filter((one) => one !== grant);
  if (grant.previousRefreshToken === refreshToken)
    installation.accessTokens = installation.accessTokens.filter(({ token }) => token !== grant.accessToken);
  return addGrant(shop, { previousRefreshToken: refreshToken, now });
}

/** True when the token may be used now. Using it retires the refresh token before it. */
export function useAccessToken(shop: Shop, { token, now }: { token: string; now: Date }): boolean {
  const known = shop.installation.accessTokens.find((one) => one.token === token);
  if (!known || known.expiresAt <= now.toISOString()) return false;
  const grant = shop.installation.grants.find((one) => one.accessToken === token);
  if (grant) grant.previousRefreshToken = null;
  return true;
}

/** Makes every access token look an hour old; with `refreshTokens` the others 90 days. */
export function expireTokens(
  shop: Shop,
  { refreshTokens, now }: { refreshTokens: boolean; now: Date },
): void {
  for (const token of shop.installation.accessTokens) token.expiresAt = now.toISOString();
  if (refreshTokens) for (const grant of shop.installation.grants) grant.expiresAt = now.toISOString();
}

function addGrant(
  shop: Shop,
  { previousRefreshToken, now }: { previousRefreshToken: string | null; now: Date },
): Grant {
  const { token } = addAccessToken(shop, { mode: "offline", expiresAt: after(now, ACCESS_TOKEN_S), now });
  const grant: Grant = {
    accessToken: token,
    refreshToken: random("shprt"),
    previousRefreshToken,
    expiresAt: after(now, REFRESH_TOKEN_S),
  };
  shop.installation.grants.push(grant);
  return grant;
}

function addAccessToken(shop: Shop, { now, ...of }: Omit<AccessToken, "token"> & { now: Date }): AccessToken {
  const { installation } = shop;
  const token: AccessToken = { token: random(of.mode === "online" ? "shpua" : "shpat"), ...of };
  installation.accessTokens = installation.accessTokens.filter((one) => one.expiresAt > now.toISOString());
  installation.accessTokens.push(token);
  return token;
}
