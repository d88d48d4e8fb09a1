import { setTimeout as sleep } from "node:timers/promises";
import type { CallWatch } from "../operations/call-watch.ts";
import { decideRetry, isRepeatable } from "./decide-retry.ts";
import { ShopifyError, toShopifyError } from "./errors.ts";
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
      const data = await send(query, variables);
      if (data == null) throw new ShopifyError("unavailable", { message: "an answer without data" });
      return data;
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
          const repeatable = isRepeatable(query);
          const waitMs = decideRetry(error, { attempt, repeatable, random: Math.random() });
          if (waitMs === null) throw error;
          if (error.code === "throttled") watch.waited(waitMs);
          await sleep(waitMs);
        }
      }
    },
  };
}
