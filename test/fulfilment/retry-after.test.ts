import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { readRetryAfter } from "../../app/fulfilment/retry-after.ts";

const NOW = new Date("2026-11-06T08:49:37Z");
const DAY_MS = 24 * 60 * 60 * 1000;

test.each([
  ["two seconds", "2", 2_000],
  ["none", "0", 0],
  ["so many, with space around", " 120 ", 120_000],
  ["a day", "86400", DAY_MS],
  ["more is a day", "86401", DAY_MS],
  ["more than can be counted, too", "9".repeat(400), DAY_MS],
  ["until a date", "Fri, 06 Nov 2026 08:50:07 GMT", 30_000],
  ["until one in an older form", "Friday, 06-Nov-26 08:50:07 GMT", 30_000],
  ["until one that is over", "Fri, 06 Nov 2026 08:49:07 GMT", 0],
  ["until one in a year", "Sat, 06 Nov 2027 08:49:37 GMT", DAY_MS],
  ["nothing", null, undefined],
  ["nothing in words", "", undefined],
  ["soon", "soon", undefined],
  ["on some day of a week", "On Fri, 06 Nov 2026 08:50:07 GMT", undefined],
  ["half a second", "1.5", undefined],
  ["less than none", "-5", undefined],
  ["until a date in another form", "2026-11-06T08:50:07Z", undefined],
  ["until a day that is none", "Fri, 99 Nov 2026 08:50:07 GMT", undefined],
])("a warehouse asks to wait: %s", (_what, header, ms) => {
  expect(readRetryAfter(header, NOW)).toBe(ms);
});

test("so many seconds are so many, and whatever else it says is a wait that somebody may mean, or none", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_400 }), (seconds) => {
      expect(readRetryAfter(String(seconds), NOW)).toBe(seconds * 1000);
    }),
  );
  const said = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(..."0123456789.-+eE ,:") }),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  );
  fc.assert(
    fc.property(said, (header) => {
      const ms = readRetryAfter(header, NOW) ?? 0;
      expect(ms).toBeGreaterThanOrEqual(0);
      expect(ms).toBeLessThanOrEqual(DAY_MS);
    }),
    { numRuns: 1_000 },
  );
});
