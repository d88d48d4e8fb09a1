import { GraphqlQueryError, HttpResponseError } from "@shopify/shopify-api";
import { z } from "zod";

/**
 * Why Shopify did not do what was asked, in the words the app reacts to.
 * - `throttled`: the shop's cost bucket is too empty; wait `retryAfterMs`.
 * - `unavailable`: Shopify answered 5xx or something other than JSON, timed out or could not be reached.
 * - `access-lost`: our token is no longer good: the app was uninstalled or its access withdrawn.
 * - `scope-missing`: 403, or a field that the app may not read. What the merchant has granted tells whether that is why.
 * - `shop-closed`: the shop is frozen, closed or locked by Shopify.
 * - `refused`: a request Shopify understood and will never do as it stands: a mistake of ours.
 * - `not-understood`: an answer of another form than Shopify's schema promises, or larger than is read.
 */
export type ShopifyErrorCode =
  | "throttled"
  | "unavailable"
  | "access-lost"
  | "scope-missing"
  | "shop-closed"
  | "refused"
  | "not-understood";

export interface ShopifyErrorDetails {
  message: string;
  /** Left out when Shopify did not say. */
  retryAfterMs?: number;
  requestId?: string | undefined;
  /** No answer in time. */
  timedOut?: boolean;
  /** The answer shows that the request was begun: it has data, or a field that failed on the way. */
  hasBegun?: boolean;
  /** What the failure concerns: one record, or all of Shopify. Left out where that is not known. */
  scope?: "record" | "system";
  cause?: unknown;
}

export class ShopifyError extends Error {
  override readonly name = "ShopifyError";
  readonly code: ShopifyErrorCode;
  /** How long Shopify wants us to wait, in milliseconds; 0 when it did not say. */
  readonly retryAfterMs: number;
  readonly requestId: string | undefined;
  readonly timedOut: boolean;
  readonly scope: "record" | "system" | undefined;
  readonly #details: ShopifyErrorDetails;

  constructor(code: ShopifyErrorCode, details: ShopifyErrorDetails) {
    super(`Shopify: ${details.message}`, { cause: details.cause });
    this.code = code;
    this.retryAfterMs = details.retryAfterMs ?? 0;
    this.requestId = details.requestId;
    this.timedOut = details.timedOut ?? false;
    this.scope = details.scope;
    this.#details = details;
  }

  /** The same failure, with more known about it. */
  with(more: Partial<ShopifyErrorDetails>): ShopifyError {
    return new ShopifyError(this.code, { ...this.#details, ...more });
  }

  /** Whether the same request may succeed later without anybody changing anything. */
  get retryable(): boolean {
    return this.code === "throttled" || this.code === "unavailable";
  }

  /** Whether the same request fails again until somebody changes something. */
  get permanent(): boolean {
    return this.code === "refused" || this.code === "not-understood" || this.code === "scope-missing";
  }

  /** Whether a write may have been done although it failed. Whatever Shopify turns away it has not begun. */
  get ambiguous(): boolean {
    if (this.#details.hasBegun) return true;
    return this.code === "unavailable" || this.code === "not-understood";
  }
}

/** The parts of a GraphQL answer that say why it failed. Everything else is let through unread. */
const failedBody = z.object({
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
  errors: z
    .object({
      graphQLErrors: z
        .array(
          z.object({ message: z.string(), extensions: z.object({ code: z.string() }).partial().optional() }),
        )
        .default([]),
    })
    .optional(),
  extensions: z
    .object({
      cost: z.object({
        requestedQueryCost: z.number(),
        throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
      }),
    })
    .optional()
    .catch(undefined),
});

/** The code of an error that stands in for an answer that was not read to its end. Shopify has no such code. */
export const ANSWER_TOO_LARGE = "DOCKLINE_ANSWER_TOO_LARGE";

/** Turns whatever Shopify's library threw into a `ShopifyError`, once, where it arrives. */
export function toShopifyError(thrown: unknown): ShopifyError {
  if (thrown instanceof ShopifyError) return thrown;
  if (thrown instanceof GraphqlQueryError) return fromGraphql(thrown);
  if (thrown instanceof HttpResponseError) {
    const { code, headers } = (thrown as HttpResponseError).response;
    return fromStatus(code, { cause: thrown, requestId: header(headers, "X-Request-Id") });
  }
  const message = thrown instanceof Error ? thrown.message : "no answer";
  return new ShopifyError("unavailable", { message, cause: thrown });
}

function fromGraphql(thrown: GraphqlQueryError): ShopifyError {
  const body = failedBody.safeParse(thrown.body).data;
  const [first] = body?.errors?.graphQLErrors ?? [];
  const values = Object.values(body?.data ?? {});
  // Whether somebody may do something is asked before it is done.
  const isTurnedAway = first?.extensions?.code === "ACCESS_DENIED" && values.every((value) => value === null);
  const about = {
    message: first?.message ?? thrown.message,
    requestId: header(thrown.headers, "X-Request-Id"),
    hasBegun: values.length > 0 && !isTurnedAway,
    cause: thrown,
  };
  switch (first?.extensions?.code) {
    case "THROTTLED":
      return new ShopifyError("throttled", {
        ...about,
        retryAfterMs: untilAffordable(body?.extensions?.cost),
      });
    case "ACCESS_DENIED":
      return new ShopifyError("scope-missing", about);
    case "INTERNAL_SERVER_ERROR":
    case "TIMEOUT":
      return new ShopifyError("unavailable", about);
    case ANSWER_TOO_LARGE:
      return new ShopifyError("not-understood", about);
    default:
      return new ShopifyError("refused", about);
  }
}

/** Any shop's bucket is full again after some twenty seconds; what asks for more than this has miscounted. */
const LONGEST_REFILL_MS = 60_000;

/** Milliseconds until the shop's bucket has refilled enough for the query; one second when Shopify did not say. */
function untilAffordable(
  cost:
    | { requestedQueryCost: number; throttleStatus: { currentlyAvailable: number; restoreRate: number } }
    | undefined,
): number {
  if (!cost) return 1000;
  const missing = cost.requestedQueryCost - cost.throttleStatus.currentlyAvailable;
  const refillMs = Math.ceil((Math.max(missing, 0) / cost.throttleStatus.restoreRate) * 1000);
  return Math.min(refillMs, LONGEST_REFILL_MS);
}

function fromStatus(status: number, about: { cause: unknown; requestId: string | undefined }): ShopifyError {
  const message = `answered with status ${status}`;
  switch (status) {
    case 401:
      return new ShopifyError("access-lost", { ...about, message });
    case 403:
      return new ShopifyError("scope-missing", { ...about, message });
    case 402:
    case 404:
    case 423:
      return new ShopifyError("shop-closed", { ...about, message });
    case 408:
      return new ShopifyError("unavailable", { ...about, message, timedOut: true });
    case 425:
      return new ShopifyError("unavailable", { ...about, message });
    case 429:
      return new ShopifyError("throttled", { ...about, message, retryAfterMs: 1000 });
    default:
      // Below 400 it is a page of something between us, or an answer that was cut off.
      return new ShopifyError(status >= 500 || status < 400 ? "unavailable" : "refused", {
        ...about,
        message,
      });
  }
}

/** Headers come as one string or a list, under Shopify's capitalisation. */
function header(headers: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = headers?.[name];
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "string" ? first : undefined;
}
