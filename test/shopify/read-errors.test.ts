import "@shopify/shopify-app-remix/adapters/node";
import { GraphqlQueryError, HttpResponseError } from "@shopify/shopify-api";
import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { ShopifyError, toShopifyError } from "../../app/shopify/errors.ts";

const answered = (body: object) =>
  toShopifyError(new GraphqlQueryError({ message: "failed", response: {}, headers: {}, body }));
const throttled = (requestedQueryCost: unknown, currentlyAvailable: unknown, restoreRate: unknown) => ({
  errors: { graphQLErrors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }] },
  extensions: { cost: { requestedQueryCost, throttleStatus: { currentlyAvailable, restoreRate } } },
});

describe("a throttled call waits", () => {
  test.each([
    ["until the bucket has what is missing", throttled(150, 50, 50), 2_000],
    ["to the next millisecond", throttled(101, 100, 999), 2],
    ["not at all when there is enough by now", throttled(50, 150, 50), 0],
    ["for a second when Shopify does not say how much is missing", throttled(150, "much", 50), 1_000],
    ["for a second when the bucket is never refilled", throttled(150, 50, 0), 1_000],
    ["for a minute at most", throttled(150, 50, 1e-9), 60_000],
  ])("%s", (_how, body, ms) => {
    expect(answered(body)).toMatchObject({ code: "throttled", retryable: true, retryAfterMs: ms });
  });
});

test("whatever Shopify's library throws is an error of ours, with a wait that somebody may mean", () => {
  const body = fc.oneof(
    fc.dictionary(fc.constantFrom("errors", "extensions", "data"), fc.jsonValue()),
    fc.tuple(fc.double(), fc.double(), fc.double()).map((costs) => throttled(...costs)),
    fc.jsonValue().map((extensions) => ({ errors: { graphQLErrors: [{ message: "no", extensions }] } })),
  );
  const thrown = fc.oneof(
    body.map((one) => answered(one)),
    fc.integer({ min: 200, max: 599 }).map((status) => new Response(null, { status })),
    fc.integer({ min: 100, max: 999 }).map((code) => {
      const about = { message: "no", code, statusText: "", headers: {} };
      return new HttpResponseError(about);
    }),
    fc.anything(),
  );
  fc.assert(
    fc.property(thrown, (one) => {
      const error = toShopifyError(one);
      expect(error).toBeInstanceOf(ShopifyError);
      expect(error.message).toMatch(/^Shopify: /);
      expect(error.retryAfterMs).toBeGreaterThanOrEqual(0);
      expect(error.retryAfterMs).toBeLessThanOrEqual(60_000);
    }),
    { numRuns: 300 },
  );
});
