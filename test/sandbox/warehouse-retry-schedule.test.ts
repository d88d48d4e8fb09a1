import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { ANSWER_WITHIN_MS, retrySchedule } from "../../sandbox/warehouse/retry-schedule.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_ATTEMPTS = 185;

/** Gaps between attempts and the time of the last one, for an event whose every attempt fails after the full wait. */
function hopelessEvent({ baseMs, random }: { baseMs: number; random: () => number }) {
  const nextAttemptAt = retrySchedule(baseMs);
  const gaps: number[] = [];
  let last = 0;
  for (;;) {
    const now = last + ANSWER_WITHIN_MS;
    const next = nextAttemptAt({ createdAt: 0, attempts: gaps.length + 1 }, { now, random: random() });
    if (next === null) return { gaps, last };
    gaps.push(next - now);
    last = next;
  }
}

test.each([
  [1, 500],
  [2, 525],
  [10, 778],
  [50, 5_586],
  [100, 65_580],
  [184, 4_108_697],
])("without luck, gap %i is %i ms", (attempts, gap) => {
  expect(retrySchedule(500)({ createdAt: 0, attempts }, { now: 0, random: 0 })).toBe(gap);
});

test("luck takes away what a gap has more than the one before it", () => {
  const nextAttemptAt = retrySchedule(500);
  const after = (attempts: number, random: number) =>
    nextAttemptAt({ createdAt: 0, attempts }, { now: 0, random });
  expect(after(100, 1)).toBe(after(99, 0));
  expect(after(100, 0.5)).toBe(Math.floor((Number(after(99, 0)) + Number(after(100, 0)) + 1) / 2));
});

test("all 185 attempts fit into a day and no gap is shorter than the one before, whatever the luck", () => {
  const luck = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: DAY_MS }), luck, (baseMs, draws) => {
      let drawn = 0;
      const random = () => draws[drawn++ % draws.length] ?? 0;
      const { gaps, last } = hopelessEvent({ baseMs, random });
      expect(gaps).toHaveLength(MOST_ATTEMPTS - 1);
      expect(gaps).toEqual(gaps.toSorted((a, b) => a - b));
      expect(last).toBeLessThanOrEqual(DAY_MS - ANSWER_WITHIN_MS);
    }),
  );
});

test("the day is used: without luck the last attempt comes within its last minute", () => {
  for (const baseMs of [1, 500, 60_000, DAY_MS])
    expect(hopelessEvent({ baseMs, random: () => 0 }).last).toBeGreaterThan(DAY_MS - 60_000);
});

test("nothing is tried again after a day, though attempts are left", () => {
  const delivery = { createdAt: 0, attempts: 3 };
  expect(retrySchedule(500)(delivery, { now: DAY_MS, random: 0.5 })).toBeNull();
});
