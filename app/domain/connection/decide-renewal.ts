const DAY_MS = 24 * 60 * 60 * 1000;

/** How long Shopify's refresh tokens live; each use of one gives another that lives as long. */
const REFRESH_TOKEN_LIVES_MS = 90 * DAY_MS;
/** Renewed at a third of its life: of an outage, ours or Shopify's, two months may pass. */
const RENEW_AFTER_MS = 30 * DAY_MS;

/**
 * Whether a shop's refresh token is to be renewed although nobody needs a token of the shop now. One that has ended is
 * tried as well: that it does not work any more is what the merchant has to know.
 */
export function decideRenewal(
  { refreshTokenExpires }: { refreshTokenExpires: Date | null },
  now: Date,
): boolean {
  // One that never ends needs no renewal.
  if (!refreshTokenExpires) return false;
  const renewedAt = refreshTokenExpires.getTime() - REFRESH_TOKEN_LIVES_MS;
  return now.getTime() - renewedAt > RENEW_AFTER_MS;
}
