import { expect, test } from "vitest";
import { MODEL } from "../../scripts/simulate/load.ts";
import { simulate } from "../../scripts/simulate/simulate-shops.ts";
import { createWaits } from "../../scripts/simulate/waits.ts";

const OPTIONS = {
  ...{ shops: 300, cell: 100, workers: 1, hours: 3, seed: 3, awayMs: 100, outage: 0, herd: false },
  model: MODEL,
  prices: { appCpuHour: 0.04, databaseCpuHour: 0.1, storageMonth: 0.15, busy: 0.6 },
};

/** Without what differs by the machine. */
function outcome(options: Partial<typeof OPTIONS> = {}) {
  return { ...simulate({ ...OPTIONS, ...options }), took: 0 };
}

test("every job asked for is done, running or waiting at the end, and the same seed is the same day", () => {
  const { jobs, ...all } = outcome();
  expect(jobs.asked - jobs.merged).toBe(jobs.begun + jobs.waiting);
  expect(jobs.begun).toBe(jobs.ended + jobs.running);
  expect(outcome()).toEqual({ jobs, ...all });
  expect(outcome({ seed: 4 })).not.toEqual({ jobs, ...all });
});

test("every shop is swept each hour and its changes are read every five minutes", () => {
  const { queue } = outcome();
  expect(queue.lag["changed inbounds"]!.jobs).toBeGreaterThan(300 * 12 * 3 * 0.99);
  expect(queue.lag["changed inbounds"]!.jobs).toBeLessThanOrEqual(300 * 12 * 3);
  // Compared at least once an hour, and because of what leaves the warehouse besides.
  expect(queue.lag["comparing all stock"]!.jobs).toBeGreaterThan(300 * 3 * 2);
});

test("the more orders, the more is heard and written, and the schedule asks for the same", () => {
  const [few, many] = [outcome(), outcome({ model: { ...MODEL, peak: 4 } })];
  expect(many.shopDay.hints).toBeGreaterThan(few.shopDay.hints * 2);
  expect(many.shopDay.rows).toBeGreaterThan(few.shopDay.rows);
  // But for those that merge, or still wait at the end.
  const asked = ({ queue }: typeof few) => queue.lag["changed inbounds"]!.jobs / (300 * 12 * 3);
  expect(asked(many)).toBeCloseTo(asked(few), 1);
});

test("all shops at once wait longer than each in its own minute", () => {
  const [even, herd] = [outcome(), outcome({ herd: true })];
  expect(herd.queue.lag["comparing all stock"]!.p99).toBeGreaterThan(
    even.queue.lag["comparing all stock"]!.p99 * 2,
  );
});

test("waits are told within six in a hundred of what they were", () => {
  const waits = createWaits();
  for (let ms = 1; ms <= 10_000; ms++) waits.add(ms);
  for (const share of [0.01, 0.5, 0.99]) {
    expect(waits.within(share)).toBeGreaterThanOrEqual(share * 10_000);
    expect(waits.within(share)).toBeLessThan(share * 10_000 * 1.06);
  }
  expect([waits.count, waits.most, waits.within(1)]).toEqual([10_000, 10_000, 10_000]);
});
