import fc from "fast-check";
import { expect, test } from "vitest";
import { ANSWER_WITHIN_MS, nextAttemptAt } from "../../sandbox/warehouse/retry-schedule.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST_ATTEMPTS = 185;

/** When each attempt begins, for an event whose every attempt fails after the full wait for an answer. */
function attemptsOfAHopelessEvent({ baseMs, random }: { baseMs: number; random: () => number }): number[] {
  const begins = [0];
  for (;;) {
    const failedAt = begins.at(-1)! + ANSWER_WITHIN_MS;
    const delivery = { createdAt: 0, attempts: begins.length };
    const next = nextAttemptAt(delivery, { now: failedAt, baseMs, random: random() });
    if (next === null) return begins;
    begins.push(next);
  }
}

test.each([
  [1, 0, 500],
  [1, 1, 250],
  [2, 0, 1_000],
  [5, 0.5, 6_000],
])("after attempt %i and with luck %d the next comes %i ms later", (attempts, random, gap) => {
  expect(nextAttemptAt({ createdAt: 0, attempts }, { now: 0, baseMs: 500, random })).toBe(gap);
});

test("all 185 attempts fit into a day, whatever the luck", () => {
  const luck = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: DAY_MS }), luck, (baseMs, draws) => {
      let drawn = 0;
      const random = () => draws[drawn++ % draws.length]!;
      const begins = attemptsOfAHopelessEvent({ baseMs, random });
      expect(begins).toHaveLength(MOST_ATTEMPTS);
      expect(begins.at(-1)).toBeLessThanOrEqual(DAY_MS);
    }),
  );
});

test("nothing is tried again after a day, though attempts are left", () => {
  const delivery = { createdAt: 0, attempts: 3 };
  expect(nextAttemptAt(delivery, { now: DAY_MS, baseMs: 500, random: 0.5 })).toBeNull();
});
