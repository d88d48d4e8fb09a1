/** What of an order's sender is known from before, and how it is now. */
export interface OrderSender {
  /** Digests (`sender-origin.ts`), of when both were last compared and of now; null when they never were. */
  before: string | null;
  now: string;
  /** The merchant typed the sender that the warehouse has. */
  isTyped: boolean;
  /** The page says that the order shows another sender. */
  isShown: boolean;
  /** The warehouse takes the order's sender. */
  isUsable: boolean;
  /** The warehouse has what was edited already. */
  isThere: boolean;
  /** The order's sender was sent before, as it was then, and nobody knows whether it has arrived. */
  isUnanswered: boolean;
}

/**
 * What is done with the sender of an order whose inbound is new: `send` it to the warehouse; `show` that it is another, because the
 * merchant's own words are never replaced, nor a good sender by one that the warehouse does not take; `keep` it as the one to compare
 * with; or nothing.
 */
export function decideOrderSender(about: OrderSender): "send" | "show" | "keep" | "none" {
  const { before, now, isTyped, isShown, isUsable, isThere, isUnanswered } = about;
  if (before === null || keyOf(before) !== keyOf(now)) return "keep";
  if (before === now && !isUnanswered) return isShown ? "keep" : "none";
  if (isThere) return "keep";
  if (isTyped || !isUsable) return isShown ? "none" : "show";
  return "send";
}

/** Digests under different keys say nothing about each other. */
const keyOf = (digest: string) => digest.split(".")[0];
