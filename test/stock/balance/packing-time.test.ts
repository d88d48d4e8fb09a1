import { describe, expect, test } from "vitest";
import { packingTimeAfter, waitsOf } from "../../../app/domain/stock/balance/packing-time.ts";

const HOUR = 60;
const afterAll = (waits: readonly number[], before = 0) => waits.reduce(packingTimeAfter, before);
/** So many waits, of which one in `every` is the long one. */
const mixed = (count: number, { short, long, every }: { short: number; long: number; every: number }) =>
  Array.from({ length: count }, (_, at) => (at % every === 0 ? long : short));

describe("the packing time", () => {
  test.each([
    ["rises by 9.5 % with a longer wait", 100, 101, 109.5],
    ["falls by 0.5 % with a shorter one", 200, 10, 199],
    ["falls with one that is just as long", 200, 200, 199],
    ["rises by as much as from an hour where it is less", 0, 1, 5.7],
    ["is never negative", 0.1, 0, 0],
  ])("%s", (_, before, waited, after) => {
    expect(packingTimeAfter(before, waited)).toBeCloseTo(after, 10);
  });

  test("comes to be that of a warehouse that packs within 40 hours, in some dozen waits", () => {
    expect(afterAll(Array<number>(60).fill(40 * HOUR))).toBeGreaterThan(39 * HOUR);
    expect(afterAll(Array<number>(1_000).fill(40 * HOUR))).toBeLessThan(45 * HOUR);
  });

  test("is longer than most waits, and heeds no single one that is out of the ordinary", () => {
    const usual = { short: 10 * HOUR, long: 30 * HOUR };
    const often = afterAll(mixed(2_000, { ...usual, every: 10 }));
    const seldom = afterAll(mixed(2_000, { ...usual, every: 50 }));
    expect(often).toBeGreaterThan(25 * HOUR);
    expect(seldom).toBeLessThan(15 * HOUR);
    expect(afterAll([14 * 24 * HOUR], seldom)).toBeLessThan(1.1 * seldom);
  });

  test("becomes shorter again once the warehouse is quicker", () => {
    expect(afterAll(Array<number>(600).fill(2 * HOUR), 60 * HOUR)).toBeLessThan(4 * HOUR);
  });
});

describe("units that leave the warehouse have waited", () => {
  const lots = [
    { units: 2, at: 0 },
    { units: 3, at: 60_000 },
    { units: 1, at: 120_000 },
  ];
  test.each([
    ["in no lot, where none leave", 0, []],
    ["in the oldest", 1, [10]],
    ["in the oldest, to its last unit", 2, [10]],
    ["in two", 3, [10, 9]],
    ["in all, and some in none", 9, [10, 9, 8]],
  ])("%s", (_, units, waits) => {
    expect(waitsOf(lots, { units, at: 600_000 })).toEqual(waits);
  });
});
