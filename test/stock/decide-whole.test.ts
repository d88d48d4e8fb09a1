import { expect, test } from "vitest";
import { wholeInMs } from "../../app/domain/stock/decide-whole.ts";

const now = new Date("2026-11-22T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  ["never before", null, 30],
  ["long ago", ago(3600), 30],
  ["a quarter of an hour ago", ago(900), 30],
  ["ten minutes ago", ago(600), 300],
  ["just now", ago(0), 900],
])("a large shop that was compared %s is compared again in so many seconds", (_name, lastAt, seconds) => {
  expect(wholeInMs({ now, lastAt })).toBe(seconds * 1000);
});
