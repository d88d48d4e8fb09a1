/**
 * How long what is kept is kept, in days, in one place; `docs/privacy.md` and the page for merchants say the same. A
 * merchant can look back a year and a month.
 */
export const KEPT_DAYS = {
  /** Events as they came in, once followed: the ledger keeps what they said. */
  hints: 30,
  /** Fulfillments as they were last read: longer than the longest grace period. */
  fulfillments: 30,
  /** What was written into the shop. */
  ledger: 400,
  /** What was written, counted by day. */
  days: 400,
  /** What happened to returns and purchases. */
  timelines: 400,
  /** What the merchant said and switched, problems that came and went, requests of shoppers. */
  activities: 400,
  /** What comparisons found. */
  comparisons: 90,
  /** Work that took its time and is over. */
  tasks: 14,
  /** Returns and purchases that are over; inbounds made elsewhere that were not read again. */
  returns: 400,
  purchases: 400,
  /** What was said of the shopper of a return that is over: a sender typed by hand, words of either world. */
  words: 30,
  /** Everything about a shop that uninstalled the app, where Shopify's own request (after two days) got lost. */
  departed: 30,
  /** The same where the uninstall got lost too: as long as a refresh token lives. */
  silent: 90,
} as const;
