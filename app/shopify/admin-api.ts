import { setTimeout as sleep } from "node:timers/promises";
import type { CallWatch } from "../call-watch.ts";
import { toShopifyError, type ShopifyError } from "./errors.ts";
import type { TypedDocumentString } from "./generated/operations.ts";

/** One shop's Admin API. */
export interface AdminApi {
  /**
   * Sends one operation and returns its data. Reads, and writes that carry `@idempotent`, are tried again when
   * Shopify is throttling or unavailable; any other write is sent once.
   * `userErrors` are data: the caller knows what they mean.
   * @throws ShopifyError
   */
  request<Result, Variables extends Record<string, unknown>>(
    operation: TypedDocumentString<Result, Variables>,
    variables: Variables,
  ): Promise<Result>;
  /** Finds the way to the shop while something else is waited for. What is wrong with it shows when something is asked. */
  prepare(): void;
}

/** Sends a query and returns its data; throws whatever Shopify's library throws. */
export type SendGraphql = (query: string, variables: Record<string, unknown>) => Promise<unknown>;

/** Tries in all. With the waits below a passing fault of some seconds is ridden out inside one job run. */
const TRIES = 4;
/** Waits before the second, third and fourth try when Shopify does not say how long. */
const BACKOFF_MS = [200, 800, 2400];
/** A throttled call waits at most this long in place; beyond it the job queue is the better place to wait. */
const LONGEST_WAIT_MS = 15_000;

export function createAdminApi({
  send,
  prepare,
  onAnswer,
  watch,
}: {
  send: SendGraphql;
  prepare: () => void;
  onAnswer?: () => void;
  watch: CallWatch;
}): AdminApi {
  const sendOnce: SendGraphql = async (query, variables) => {
    try {
      return await send(query, variables);
    } catch (thrown) {
      throw toShopifyError(thrown);
    }
  };
  return {
    prepare,
    async request(operation, variables) {
      const query = operation.toString();
      const name = /^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? "unnamed";
      for (let attempt = 1; ; attempt++) {
        try {
          const data = await watch.attempt(name, () => sendOnce(query, variables));
          onAnswer?.();
          return data as never;
        } catch (thrown) {
          const error = thrown as ShopifyError;
          const waitMs = waitBeforeRetry({ error, attempt, repeatable: isRepeatable(query) });
          if (waitMs === undefined) throw error;
          if (error.code === "throttled") watch.waited(waitMs);
          await sleep(waitMs);
        }
      }
    },
  };
}

/** A query, or a mutation whose repetition Shopify recognises by its key. */
function isRepeatable(query: string): boolean {
  return !/^\s*mutation\b/.test(query) || query.includes("@idempotent(");
}

/** How long to wait before trying again, in milliseconds; `undefined` means give up. */
export function waitBeforeRetry(failed: {
  error: ShopifyError;
  attempt: number;
  repeatable: boolean;
}): number | undefined {
  const { error, attempt, repeatable } = failed;
  if (!error.retryable || attempt >= TRIES) return undefined;
  // A throttled call was not carried out, so that even a write without a key may be sent again.
  if (error.code === "throttled")
    return error.retryAfterMs <= LONGEST_WAIT_MS ? error.retryAfterMs : undefined;
  if (!repeatable) return undefined;
  const base = BACKOFF_MS[attempt - 1] ?? LONGEST_WAIT_MS;
  return base * (0.5 + Math.random()); // Jitter, so that many shops do not come back in step.
}
