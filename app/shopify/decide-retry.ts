import type { ShopifyError } from "./errors.ts";

/** Waits after the first, second and third failure when Shopify does not say how long: some seconds' fault is ridden out. */
const BACKOFF_MS = [200, 800, 2400];
/** A throttled call waits at most this long in place; beyond it the job queue is the better place to wait. */
const LONGEST_WAIT_MS = 15_000;

/**
 * Whether and when to try again after `attempt` (1 is the first) failed. `random` (0 to 1) spreads the waits around what
 * they are, so that many shops do not come back in step.
 * @returns milliseconds to wait, or `null` to give up.
 */
export function decideRetry(
  error: Pick<ShopifyError, "code" | "retryable" | "retryAfterMs" | "timedOut">,
  { attempt, repeatable, random }: { attempt: number; repeatable: boolean; random: number },
): number | null {
  const backoffMs = BACKOFF_MS[attempt - 1];
  // Who waits for the answer has waited long enough: the job queue tries again.
  if (!error.retryable || error.timedOut || backoffMs === undefined) return null;
  // A throttled call was not carried out, so that even a write without a key may be sent again.
  if (error.code === "throttled") return error.retryAfterMs <= LONGEST_WAIT_MS ? error.retryAfterMs : null;
  return repeatable ? Math.round(backoffMs * (0.5 + random)) : null;
}

/** A query, or a mutation whose repetition Shopify recognises by its key. */
export function isRepeatable(query: string): boolean {
  return !/^\s*mutation\b/.test(query) || query.includes("@idempotent(");
}
