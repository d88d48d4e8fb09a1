import { expect, test } from "vitest";
import { wholeInMs } from "../../app/domain/stock/sweep/decide-whole.ts";

const now = new Date("2026-11-22T12:00:00Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

test.each([
  ["never before", null, 30],
  ["long ago", ago(3600), 30],
  ["five minutes ago", ago(300), 30],
  ["two minutes ago", ago(120), 180],
  ["just now", ago(0), 300],
])("a large shop that was compared %s is compared again in so many seconds", (_name, lastAt, seconds) => {
  expect(wholeInMs({ now, lastAt })).toBe(seconds * 1000);
});
