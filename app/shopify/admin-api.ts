import { setTimeout as sleep } from "node:timers/promises";
import type { CallWatch } from "../operations/call-watch.ts";
import { decideRetry, isRepeatable } from "./decide-retry.ts";
import type { z } from "zod";
import { ShopifyError, toShopifyError } from "./errors.ts";
import { ANSWER_SCHEMAS } from "./generated/answer-schemas.ts";
import type { TypedDocumentString } from "./generated/operations.ts";

export interface RequestOptions {
  /** Ends the call early, its repetitions included. */
  signal?: AbortSignal | undefined;
  /** Not repeated when Shopify fails: whoever asks has a better way to go on. */
  isOnce?: boolean | undefined;
  /** Of an operation that is not in operations.graphql: what its answer has to look like. */
  schema?: z.ZodType;
}

/** One shop's Admin API. */
export interface AdminApi {
  /**
   * Sends one operation and returns its data, in the form that Shopify's schema promises. Reads, and writes that carry
   * `@idempotent`, are tried again when Shopify is throttling or unavailable; any other write is sent once.
   * `userErrors` are data: the caller knows what they mean.
   * @throws ShopifyError
   */
  request<Result, Variables extends Record<string, unknown>>(
    operation: TypedDocumentString<Result, Variables>,
    variables: Variables,
    options?: RequestOptions,
  ): Promise<Result>;
  /** Finds the way to the shop while something else is waited for. What is wrong with it shows when something is asked. */
  prepare(): void;
}

/** Sends a query and returns its data; throws whatever Shopify's library throws. */
export type SendGraphql = (
  query: string,
  options: { variables: Record<string, unknown>; signal?: AbortSignal | undefined },
) => Promise<unknown>;

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
  return {
    prepare,
    async request(operation, variables, { signal, isOnce = false, schema } = {}) {
      const query = operation.toString();
      const name = /^\s*(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? "unnamed";
      const answerSchema = schema ?? ANSWER_SCHEMAS[name];
      if (!answerSchema) throw new Error(`There is no schema for the answer to ${name}.`);
      const sendOnce = async () => {
        try {
          return readAnswer(await send(query, { variables, signal }), { name, schema: answerSchema });
        } catch (thrown) {
          throw toShopifyError(thrown);
        }
      };
      for (let attempt = 1; ; attempt++) {
        try {
          const data = await watch.attempt(name, sendOnce);
          onAnswer?.();
          return data as never;
        } catch (thrown) {
          const error = thrown as ShopifyError;
          const repeatable = !isOnce && isRepeatable(query);
          const waitMs = decideRetry(error, { attempt, repeatable, random: Math.random() });
          if (waitMs === null || signal?.aborted) throw error;
          if (error.code === "throttled") watch.waited(waitMs);
          await sleep(waitMs, undefined, { signal }).catch(() => Promise.reject(error));
        }
      }
    },
  };
}

/** @throws ShopifyError `not-understood`, which names the first field of another form and never its value */
function readAnswer(data: unknown, { name, schema }: { name: string; schema: z.ZodType }): unknown {
  if (data == null) throw new ShopifyError("unavailable", { message: "an answer without data" });
  const parsed = schema.safeParse(data);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") || "the answer";
  throw new ShopifyError("not-understood", { message: `${name}: ${field} is of another form` });
}
