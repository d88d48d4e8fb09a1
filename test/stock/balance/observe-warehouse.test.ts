import fc from "../../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import type { SkuBalance } from "../../../app/domain/stock/balance/balance.ts";
import { unitsIn } from "../../../app/domain/stock/balance/lots.ts";
import { observeWarehouse } from "../../../app/domain/stock/balance/observe-warehouse.ts";
import { balance, lot } from "./support.ts";

const AT = 100;

describe("a stock seen for the first time", () => {
  test("explains nothing", () => {
    expect(observeWarehouse(undefined, { stock: 4, received: 7, at: AT })).toEqual(
      balance({ stock: 4, received: 7 }),
    );
  });
});

describe("a stock that fell", () => {
  const fell = (of: Partial<SkuBalance>, { units = 2, received = 0 } = {}) =>
    observeWarehouse(balance(of), { stock: 10 - units + received, received, at: AT });

  test("is what the store let go before", () => {
    expect(fell({ awaiting: [lot(3)] })).toEqual(
      balance({ stock: 8, awaiting: [lot(1)], matched: [lot(2, AT)] }),
    );
  });

  test("is ahead of the store where the store let go less", () => {
    expect(fell({ awaiting: [lot(1)] })).toEqual(
      balance({ stock: 8, matched: [lot(1, AT)], departed: [lot(1, AT)] }),
    );
  });

  test("takes nothing of what came in before its receipt when no receipt is read", () => {
    expect(fell({ early: [lot(2)], awaiting: [lot(2)] })).toEqual(
      balance({ stock: 8, early: [lot(2)], matched: [lot(2, AT)] }),
    );
  });

  test("is a parcel beside a receipt that is corrected downwards", () => {
    const before = balance({ received: 5, early: [lot(2)], awaiting: [lot(2)] });
    expect(observeWarehouse(before, { stock: 7, received: 3, at: AT })).toEqual(
      balance({ stock: 7, received: 3, early: [lot(2)], awaiting: [lot(1)], matched: [lot(1, AT)] }),
    );
  });

  test("fell by as much when a receipt hides it", () => {
    expect(fell({}, { units: 3, received: 3 })).toEqual(
      balance({ stock: 10, received: 3, departed: [lot(3, AT)], returned: [lot(3, AT)] }),
    );
  });
});

describe("a receipt that is read after its units", () => {
  /** 2 came in early, and so many of the 10 have left since. */
  const reads = (received: number, { left = 0 } = {}) =>
    observeWarehouse(balance({ early: [lot(2)], awaiting: [lot(1)] }), {
      stock: 10 - left,
      received,
      at: AT,
    });

  test("changes nothing else", () => {
    expect(reads(2)).toEqual(balance({ received: 2, awaiting: [lot(1)] }));
  });

  test("hides no parcel beside it", () => {
    expect(reads(2, { left: 1 })).toEqual(
      balance({ stock: 9, received: 2, matched: [lot(1, AT)], returned: [lot(1, AT)] }),
    );
  });

  test("may bring only some of what came in", () => {
    expect(reads(1, { left: 1 })).toEqual(
      balance({ stock: 9, received: 1, early: [lot(1)], matched: [lot(1, AT)], returned: [lot(1, AT)] }),
    );
  });
});

describe("a receipt of units that may have come before their SKU was first observed", () => {
  const reads = (received: number, { left = 0 } = {}) =>
    observeWarehouse(balance({ awaiting: [lot(1)] }), { stock: 10 - left, received, at: AT, isNew: true });

  test("changes nothing else", () => {
    expect(reads(2)).toEqual(balance({ received: 2, awaiting: [lot(1)] }));
  });

  test("hides no parcel beside it", () => {
    expect(reads(2, { left: 1 })).toEqual(
      balance({ stock: 9, received: 2, matched: [lot(1, AT)], returned: [lot(1, AT)] }),
    );
  });

  test("explains what came in at the same time", () => {
    expect(reads(3, { left: -3 })).toEqual(balance({ stock: 13, received: 3, awaiting: [lot(1)] }));
  });

  test("is no parcel that was unpacked when it is taken back", () => {
    expect(reads(-1, { left: 1 })).toEqual(balance({ stock: 9, received: -1, awaiting: [lot(1)] }));
  });
});

describe("a stock that rose", () => {
  const rose = (of: Partial<SkuBalance>, units = 2) =>
    observeWarehouse(balance(of), { stock: 10 + units, received: 0, at: AT });

  test("by what a receipt brought may be what has left, and else changes nothing", () => {
    const of = { awaiting: [lot(1)], matched: [lot(1)] };
    const after = balance({ ...of, stock: 12, received: 2, returned: [lot(1, AT)] });
    expect(observeWarehouse(balance(of), { stock: 12, received: 2, at: AT })).toEqual(after);
    const later = { stock: 13, received: 3, at: AT + 1 };
    expect(observeWarehouse(after, later)).toEqual({ ...after, stock: 13, received: 3 });
  });

  test("takes back what was ahead, the youngest first", () => {
    expect(rose({ departed: [lot(1, 1), lot(2, 2)] })).toEqual(balance({ stock: 12, departed: [lot(1, 1)] }));
  });

  test("opens what was matched again", () => {
    expect(rose({ matched: [lot(3)] })).toEqual(
      balance({ stock: 12, matched: [lot(1)], awaiting: [lot(2, AT)] }),
    );
  });

  test("gives back what was cancelled before it opens what was matched", () => {
    expect(rose({ cancelled: [lot(1)], matched: [lot(3)] })).toEqual(
      balance({ stock: 12, matched: [lot(2)], awaiting: [lot(1, AT)] }),
    );
  });

  test("waits for its receipt where nothing explains it", () => {
    expect(rose({ departed: [lot(1)] })).toEqual(balance({ stock: 12, early: [lot(1, AT)] }));
  });

  test("falls again when a receipt is corrected downwards with the stock", () => {
    const before = balance({ received: 5, awaiting: [lot(1)] });
    expect(observeWarehouse(before, { stock: 8, received: 3, at: AT })).toEqual(
      balance({ stock: 8, received: 3, awaiting: [lot(1)] }),
    );
  });
});

test("the same reading again changes nothing", () => {
  const once = observeWarehouse(balance({ awaiting: [lot(1)] }), { stock: 7, received: 2, at: AT });
  expect(observeWarehouse(once, { stock: 7, received: 2, at: AT + 1 })).toEqual(once);
});

/** What the warehouse is still to let go, less what the store is. */
const signed = ({ awaiting, departed, early, cancelled }: SkuBalance) =>
  unitsIn(awaiting) - unitsIn(departed) + unitsIn(early) - unitsIn(cancelled);

test("every unit that moved is accounted for", () => {
  const some = fc.array(fc.record({ units: fc.integer({ min: 1, max: 4 }), at: fc.nat(9) }), {
    maxLength: 3,
  });
  const before = fc.record({ awaiting: some, departed: some, matched: some, early: some, cancelled: some });
  const reading = fc.record({ stock: fc.nat(20), received: fc.nat(9) });
  fc.assert(
    fc.property(before, reading, (lots, { stock, received }) => {
      const known = balance(lots);
      const after = observeWarehouse(known, { stock, received, at: AT });
      expect(signed(after) - signed(known)).toBe(stock - known.stock - received);
    }),
  );
});
