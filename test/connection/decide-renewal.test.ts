import { expect, test } from "vitest";
import { decideRenewal } from "../../app/domain/connection/decide-renewal.ts";

const NOW = new Date("2026-11-22T04:07:00Z");
const DAY_MS = 24 * 60 * 60 * 1000;
const endingIn = (days: number) => ({ refreshTokenExpires: new Date(NOW.getTime() + days * DAY_MS) });

test.each([
  ["got just now is kept", endingIn(90), false],
  ["got 29 days ago is kept", endingIn(61), false],
  ["got 30 days ago is kept", endingIn(60), false],
  ["got a moment longer ago is renewed", endingIn(60 - 0.000_001), true],
  ["got 31 days ago is renewed", endingIn(59), true],
  ["about to end is renewed", endingIn(0.01), true],
  ["at its end is tried", endingIn(-1), true],
  ["without an end is kept", { refreshTokenExpires: null }, false],
])("a refresh token %s", (_what, session, renewed) => {
  expect(decideRenewal(session, NOW)).toBe(renewed);
});
