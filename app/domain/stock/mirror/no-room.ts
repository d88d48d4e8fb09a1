/**
 * Why pieces cannot be put up for sale now: stock is not written, or not of this variant; the shop does not stock it at
 * the location; its stock could not be read, or moved each time; or the rules leave no room for it (a buffer, a sale,
 * pieces that are held).
 */
export const NO_ROOM = ["shadow", "paused", "not-live", "not-stocked", "unreadable", "no-room"] as const;

export type NoRoom = (typeof NO_ROOM)[number];
