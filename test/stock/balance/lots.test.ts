import fc from "../../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import {
  addUnits,
  dropOlder,
  keepOldest,
  takeOldest,
  takeYoungest,
  unitsIn,
  type Lots,
} from "../../../app/domain/stock/balance/lots.ts";

const lots: Lots = [
  { units: 2, at: 10 },
  { units: 3, at: 20 },
];

describe("lots", () => {
  test("are added up", () => expect(unitsIn(lots)).toBe(5));

  test("of one moment are one", () => {
    expect(addUnits(lots, { units: 4, at: 20 })).toEqual([
      { units: 2, at: 10 },
      { units: 7, at: 20 },
    ]);
  });

  test("of the last moment are one, whatever was before", () => {
    const three = [...lots, { units: 1, at: 30 }];
    expect(addUnits(three, { units: 1, at: 30 })).toEqual([...lots, { units: 2, at: 30 }]);
  });

  test("of another moment are put last", () => {
    expect(addUnits(lots, { units: 1, at: 30 })).toEqual([...lots, { units: 1, at: 30 }]);
  });

  test.each([0, -1])("stay as they are when %i units are added", (units) => {
    expect(addUnits(lots, { units, at: 30 })).toBe(lots);
  });

  test("give the oldest units first, and split a lot", () => {
    expect(takeOldest(lots, 3)).toEqual({ taken: 3, rest: [{ units: 2, at: 20 }] });
  });

  test("give the youngest units first, and split a lot", () => {
    expect(takeYoungest(lots, 4)).toEqual({ taken: 4, rest: [{ units: 1, at: 10 }] });
  });

  test.each([takeOldest, takeYoungest])("give no more than there is", (take) => {
    expect(take(lots, 9)).toEqual({ taken: 5, rest: [] });
  });

  test.each([
    [takeOldest, 0],
    [takeOldest, -1],
    [takeYoungest, 0],
    [takeYoungest, -1],
  ])("give nothing when nothing is asked for", (take, units) => {
    expect(take(lots, units)).toEqual({ taken: 0, rest: lots });
  });

  test("keep the oldest", () => {
    expect(keepOldest(lots, 3)).toEqual([
      { units: 2, at: 10 },
      { units: 1, at: 20 },
    ]);
    expect(keepOldest(lots, 2)).toEqual([{ units: 2, at: 10 }]);
    expect(keepOldest(lots, 0)).toEqual([]);
  });

  test("older than a moment are dropped, those of the moment are not", () => {
    expect(dropOlder(lots, 20)).toEqual([{ units: 3, at: 20 }]);
    expect(dropOlder(lots, 10)).toBe(lots);
  });

  test("neither lose nor make units, whichever are taken", () => {
    const some = fc.array(fc.record({ units: fc.integer({ min: 1, max: 9 }), at: fc.nat(5) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(some, fc.integer({ min: -3, max: 40 }), fc.boolean(), (all, units, oldest) => {
        const { taken, rest } = (oldest ? takeOldest : takeYoungest)(all, units);
        expect(taken + unitsIn(rest)).toBe(unitsIn(all));
        expect(taken).toBe(Math.min(Math.max(0, units), unitsIn(all)));
        expect(rest.every((lot) => lot.units > 0)).toBe(true);
      }),
    );
  });
});
