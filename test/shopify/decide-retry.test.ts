import { describe, expect, test } from "vitest";
import { decideRetry, isRepeatable } from "../../app/shopify/decide-retry.ts";

const OUTAGE = { code: "unavailable", retryable: true, retryAfterMs: 0, timedOut: false } as const;
const REFUSED = { code: "refused", retryable: false, retryAfterMs: 0, timedOut: false } as const;
const throttled = (retryAfterMs: number) =>
  ({ code: "throttled", retryable: true, retryAfterMs, timedOut: false }) as const;

describe("a call that may be repeated", () => {
  test.each([
    ["waits a moment after its first failure", OUTAGE, 1, 0.5, 200],
    ["less of it, with luck", OUTAGE, 1, 0, 100],
    ["longer after its second", OUTAGE, 2, 0.5, 800],
    ["and longer after its third", OUTAGE, 3, 1, 3_600],
    ["is given up after its fourth", OUTAGE, 4, 0.5, null],
    ["waits for exactly what is missing when it is throttled", throttled(730), 1, 0, 730],
    ["for a quarter of a minute, if need be", throttled(15_000), 3, 0, 15_000],
    ["and no longer in place", throttled(15_001), 1, 0, null],
    ["is given up when it is throttled for the fourth time", throttled(730), 4, 0, null],
    ["is given up when it will never succeed", REFUSED, 1, 0, null],
    ["is left to the job queue when it timed out", { ...OUTAGE, timedOut: true }, 1, 0, null],
  ])("%s", (_what, error, attempt, random, waitMs) => {
    expect(decideRetry(error, { attempt, repeatable: true, random })).toBe(waitMs);
  });
});

describe("a write without a key", () => {
  test.each([
    ["is sent again when it was throttled, because it was not carried out", throttled(730), 730],
    ["is not repeated when it may have been carried out", OUTAGE, null],
  ])("%s", (_what, error, waitMs) => {
    expect(decideRetry(error, { attempt: 1, repeatable: false, random: 0.5 })).toBe(waitMs);
  });
});

describe("to be repeated is safe for", () => {
  test.each([
    ["a query", "query Locations { locations { nodes { id } } }", true],
    ["a query about mutations", "query Mutations { mutation }", true],
    ["a query without a word in front", "{ shop { mutation } }", true],
    ["a mutation with a key", "\n  mutation Set($key: String!) { set @idempotent(key: $key) { ok } }", true],
    ["no mutation without one", "\n  mutation Set { set { ok } }", false],
    ["nor one that only speaks of keys", "mutation Set { idempotent }", false],
  ])("%s", (_what, query, repeatable) => {
    expect(isRepeatable(query)).toBe(repeatable);
  });
});
