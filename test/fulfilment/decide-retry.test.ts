import { expect, test } from "vitest";
import { decideRetry } from "../../app/fulfilment/decide-retry.ts";

const failed = {
  ...{ retryable: true, garbled: false, timedOut: false },
  retryAfterMs: undefined as number | undefined,
};

test.each([
  ["the first failure", failed, 1, 0, 250],
  ["the first, with luck", failed, 1, 1, 125],
  ["the second", failed, 2, 0, 1_000],
  ["the third", failed, 3, 0, null],
  ["no answer in time", { ...failed, timedOut: true }, 1, 0, 250],
  ["no answer in time for the second time", { ...failed, timedOut: true }, 2, 0, null],
  ["what will not pass", { ...failed, retryable: false }, 1, 0, null],
  ["an answer cut off", { ...failed, retryable: false, garbled: true }, 1, 0, 250],
  ["one that asks for two seconds", { ...failed, retryAfterMs: 2_000 }, 1, 0.5, 2_000],
  ["one that asks for none", { ...failed, retryAfterMs: 0 }, 2, 0, 0],
  ["one that asks for 15 s", { ...failed, retryAfterMs: 15_000 }, 1, 0, 15_000],
  ["one that asks for more", { ...failed, retryAfterMs: 15_001 }, 1, 0, null],
])("%s", (_what, error, attempt, random, waitMs) => {
  expect(decideRetry(error, { attempt, random })).toBe(waitMs);
});
