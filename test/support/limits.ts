/**
 * Only a test that fails takes so long. What it waits for has the shorter limit, in every project the same, so that this is
 * what is named. In milliseconds.
 */
export const LIMITS = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 60_000 } },
};
