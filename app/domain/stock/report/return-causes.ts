/**
 * In the ledger, the cause of a figure that Shopify raised by itself because we disposed of returned pieces as restocked.
 * Of all entries it alone adds to whatever the shop shows, and does not look at what that is.
 */
export const RESTOCKED = "return/restocked";
/** The cause of a figure that was lowered because Shopify was about to raise it by itself. */
export const MADE_ROOM = "return/made-room";

export type ReturnCause = typeof RESTOCKED | typeof MADE_ROOM;

/** Whether what a ledger entry names as its cause is no event but our own doing because of a return. */
export function isReturnCause(event: string): event is ReturnCause {
  return event === RESTOCKED || event === MADE_ROOM;
}
