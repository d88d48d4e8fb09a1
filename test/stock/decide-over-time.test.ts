import { describe, expect, test } from "vitest";
import { figureOf } from "../../app/domain/stock/mirror/decide-stock.ts";
import { shelf, at, MINUTE, DAY, openStore, type Choices } from "./support/decided-store.ts";

describe("what an SKU's balance says of time", () => {
  test("is when it was first observed, and when last", () => {
    const store = openStore();
    store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10) } });
    expect(store.balance("A")).toMatchObject({
      firstSeenAt: at(-MINUTE),
      stockReadAt: at(-MINUTE),
      sharedUntil: null,
    });
    store.reads({ hours: 5, stock: { A: 10 }, store: { mug: shelf(10) } });
    expect(store.balance("A")).toMatchObject({ firstSeenAt: at(-MINUTE), stockReadAt: at(5 - MINUTE) });
  });

  test.each<[string, number, Date | null]>([
    ["fell", 9, at(1 - MINUTE)],
    ["stayed", 10, null],
    ["rose", 11, null],
  ])("a stock that %s says when units were seen to leave", (_what, stock, seen) => {
    const store = openStore();
    expect(store.decide({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10) } }).dispatchSeenAt).toBeNull();
    store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10) } });
    expect(store.decide({ hours: 1, stock: { A: stock }, store: { mug: shelf(10) } }).dispatchSeenAt).toEqual(
      seen,
    );
  });
});

test("units were seen to leave when the SKU was read that left last", () => {
  const left = (hours: Record<string, number>) => {
    const store = openStore();
    const shown = { mug: shelf(5), bowl: shelf(5) };
    store.reads({ hours: 0, stock: { A: 5, B: 5 }, store: shown });
    return store.decide({ hours: 4, stock: { A: 4, B: 4 }, readAt: hours, store: shown }).dispatchSeenAt;
  };
  expect(left({ A: 2, B: 3 })).toEqual(at(3));
  expect(left({ A: 3, B: 2 })).toEqual(at(3));
});

test("a receipt that is read after its units is no parcel that left", () => {
  const store = openStore();
  store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10) } });
  store.reads({ hours: 1, stock: { A: 15 }, store: { mug: shelf(10) } });
  const late = { hours: 2, stock: { A: 15 }, received: { A: 5 }, store: { mug: shelf(15) } };
  expect(store.decide(late).dispatchSeenAt).toBeNull();
  expect(store.decide({ ...late, stock: { A: 14 } }).dispatchSeenAt).toEqual(at(2 - MINUTE));
});

describe("units that came in without a receipt", () => {
  /** 10 in both systems, and a recount that finds 1 more. */
  const open = (choices?: Choices) => {
    const store = openStore(choices);
    store.reads({ hours: 0, stock: { A: 10, B: 5 }, store: { mug: shelf(10), bowl: shelf(5) } });
    store.shows(store.reads({ hours: 1, stock: { A: 11, B: 5 }, store: { mug: shelf(10), bowl: shelf(5) } }));
    return store;
  };
  const bowl = shelf(5);

  test("take no parcel from an order that is packed before it is fulfilled", () => {
    const store = open();
    const packed = { stock: { A: 10, B: 5 }, store: { mug: shelf(11, 1), bowl } };
    expect(store.reads({ ...packed, hours: 2 })).toMatchObject({ mug: 11 });
    expect(store.reads({ ...packed, hours: 3, store: { mug: shelf(10), bowl } })).toMatchObject({ mug: 10 });
  });

  test("take no parcel from an order that is fulfilled before it is packed", () => {
    const store = open();
    const fulfilled = { store: { mug: shelf(10), bowl } };
    expect(store.reads({ ...fulfilled, hours: 2, stock: { A: 11, B: 5 } })).toMatchObject({ mug: 10 });
    expect(store.reads({ ...fulfilled, hours: 3, stock: { A: 10, B: 5 } })).toMatchObject({ mug: 10 });
    expect(store.awaiting("A")).toBe(0);
  });

  test("take no order from a warehouse that reports what may be sold", () => {
    const store = open({ mode: "available" });
    const ordered = { mug: shelf(11, 1), bowl };
    expect(store.reads({ hours: 2, stock: { A: 11, B: 5 }, store: ordered })).toMatchObject({ mug: 10 });
    expect(store.reads({ hours: 3, stock: { A: 10, B: 5 }, store: ordered })).toMatchObject({ mug: 10 });
    expect(store.awaiting("A")).toBe(0);
  });

  test("hide no parcel from what says when units were seen to leave", () => {
    const left = { hours: 2, stock: { A: 10, B: 5 }, store: { mug: shelf(11, 1), bowl } };
    expect(open().decide(left).dispatchSeenAt).toEqual(at(2 - MINUTE));
  });

  test("explain a receipt that is booked a day later, and no more than that", () => {
    const store = open();
    const ordered = { received: { A: 1 }, store: { mug: shelf(11, 2), bowl } };
    expect(store.reads({ ...ordered, hours: 30, stock: { A: 11, B: 5 } })).toMatchObject({ mug: 11 });
    expect(store.departed("A")).toBe(0);
    expect(store.reads({ ...ordered, hours: 31, stock: { A: 10, B: 5 } })).toMatchObject({ mug: 11 });
    expect(store.departed("A")).toBe(1);
  });

  test.each([null, -1, 1 + 3 * MINUTE])(
    "wait for their receipt as long as receipts cannot be read (until %s)",
    (receiptsReadAt) => {
      const store = open();
      // Another SKU is shipped, so that the grace period ends.
      const shipped = { stock: { A: 11, B: 4 }, receiptsReadAt };
      store.reads({ ...shipped, hours: 60, store: { mug: shelf(11), bowl: shelf(5, 1) } });
      const ordered = { hours: 61, store: { mug: shelf(11, 1), bowl: shelf(5, 1) } };
      const read = { ...shipped, ...ordered, received: { A: 1 } };
      expect(store.reads({ ...read, receiptsReadAt: 61 })).toMatchObject({ mug: 11 });
      expect(store.departed("A")).toBe(0);
    },
  );

  test("expire after the grace period once receipts were read", () => {
    const store = open();
    const shipped = { stock: { A: 11, B: 4 }, store: { mug: shelf(11), bowl: shelf(5, 1) } };
    store.reads({ ...shipped, hours: 2, receiptsReadAt: 2 });
    store.reads({ ...shipped, hours: 49 - MINUTE, receiptsReadAt: 2 });
    expect(store.balance("A")!.early).toHaveLength(1);
    store.reads({ ...shipped, hours: 50, receiptsReadAt: 2 });
    expect(store.balance("A")!.early).toEqual([]);
  });
});

describe("units that the warehouse ships for others", () => {
  /** 10 in stock, first observed at 0; 1 is ordered in the store. */
  const open = () => {
    const store = openStore();
    store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10) } });
    return store;
  };

  test("take away no credit in the first grace period", () => {
    const store = open();
    store.reads({ hours: 47, stock: { A: 9 }, store: { mug: shelf(10) } });
    expect(store.balance("A")!.sharedUntil).toBeNull();
    store.reads({ hours: 48 - MINUTE, stock: { A: 8 }, store: { mug: shelf(9) } });
    expect(store.balance("A")!.sharedUntil).toBeNull();
  });

  test("take away the credit for 14 days after it, and no longer", () => {
    const store = open();
    store.reads({ hours: 49, stock: { A: 9 }, store: { mug: shelf(10) } });
    store.shows({ mug: 9 });
    expect(store.balance("A")!.sharedUntil).toEqual(at(49 + 14 * DAY));
    expect(store.reads({ hours: 60, stock: { A: 8 }, store: { mug: shelf(9, 1) } })).toEqual({ mug: 8 });
    store.shows({ mug: 8 });
    const last = 49 + 14 * DAY;
    expect(store.reads({ hours: 61, stock: { A: 8 }, store: { mug: shelf(7) } })).toEqual({ mug: 8 });
    store.shows({ mug: 8 });
    store.reads({ hours: last - 1, stock: { A: 7 }, store: { mug: shelf(8, 1) } });
    const before = { hours: last - MINUTE, stock: { A: 7 }, store: { mug: shelf(8, 1) } };
    expect(store.reads(before)).toEqual({ mug: 7 });
    expect(store.balance("A")!.sharedUntil).toEqual(at(last));
    expect(store.reads({ ...before, hours: last })).toEqual({ mug: 8 });
  });

  test("are also those of a parcel whose order nobody has fulfilled for a grace period", () => {
    const store = open();
    store.reads({ hours: 1, stock: { A: 9 }, store: { mug: shelf(10, 1) } });
    store.reads({ hours: 60, stock: { A: 8 }, store: { mug: shelf(10, 2) } });
    expect(store.departed("A")).toBe(1);
    expect(store.balance("A")!.sharedUntil).toEqual(at(60 + 14 * DAY));
  });

  test("are none of a parcel whose order is fulfilled after a weekend in which nothing was shipped", () => {
    const store = open();
    store.reads({ hours: 1, stock: { A: 9 }, store: { mug: shelf(10, 1) } });
    expect(store.reads({ hours: 64, stock: { A: 9 }, store: { mug: shelf(10, 1) } })).toEqual({ mug: 10 });
    expect(store.reads({ hours: 65, stock: { A: 9 }, store: { mug: shelf(9) } })).toEqual({ mug: 9 });
    expect(store.balance("A")!.sharedUntil).toBeNull();
  });

  test("are none of a packed order that is cancelled, which credits the next parcel", () => {
    const store = open();
    store.reads({ hours: 49, stock: { A: 9 }, store: { mug: shelf(10, 1) } });
    expect(store.reads({ hours: 50, stock: { A: 9 }, store: { mug: shelf(10) } })).toEqual({ mug: 9 });
    store.shows({ mug: 9 });
    expect(store.balance("A")!.sharedUntil).toBeNull();
    expect(store.reads({ hours: 51, stock: { A: 8 }, store: { mug: shelf(9, 1) } })).toEqual({ mug: 9 });
  });

  test("are none of what an order of this store took", () => {
    const store = open();
    store.reads({ hours: 49, stock: { A: 10 }, store: { mug: shelf(9) } });
    store.reads({ hours: 50, stock: { A: 9 }, store: { mug: shelf(9) } });
    expect(store.balance("A")!.sharedUntil).toBeNull();
  });
});

describe("units that were fulfilled and not packed", () => {
  const open = (choices?: Choices) => {
    const store = openStore(choices);
    store.reads({ hours: 0, stock: { A: 10, B: 5 }, store: { mug: shelf(10), bowl: shelf(5) } });
    store.reads({ hours: 1, stock: { A: 10, B: 5 }, store: { mug: shelf(8), bowl: shelf(5, 1) } });
    return store;
  };
  const still = { stock: { A: 10, B: 5 }, store: { mug: shelf(8), bowl: shelf(5, 1) } };

  test("are held while the warehouse ships nothing, however long", () => {
    expect(open().reads({ ...still, hours: 300 })).toMatchObject({ mug: 8 });
  });

  test("are held when it has shipped before them only", () => {
    const store = openStore();
    store.reads({ hours: 0, stock: { A: 12 }, store: { mug: shelf(12, 2) } });
    store.reads({ hours: 1, stock: { A: 10 }, store: { mug: shelf(10) } });
    store.reads({ hours: 2, stock: { A: 10 }, store: { mug: shelf(8) } });
    expect(store.reads({ hours: 300, stock: { A: 10 }, store: { mug: shelf(8) } })).toEqual({ mug: 8 });
  });

  test("are held for the grace period when it has shipped another SKU since", () => {
    const store = open();
    const shipped = { ...still, stock: { A: 10, B: 4 } };
    store.reads({ ...shipped, hours: 2 });
    expect(store.reads({ ...shipped, hours: 49 })).toMatchObject({ mug: 8 });
    expect(store.awaiting("A")).toBe(2);
  });

  test("expire after the grace period when it has shipped another SKU since", () => {
    const store = open();
    const shipped = { ...still, stock: { A: 10, B: 4 } };
    store.reads({ ...shipped, hours: 2 });
    expect(store.reads({ ...shipped, hours: 49 + 2 * MINUTE })).toMatchObject({ mug: 10 });
  });

  test.each([null, 2, 49 - 2 * MINUTE])(
    "are held while receipts, which may hide their parcel, cannot be read (since %s)",
    (receiptsReadAt) => {
      const store = open();
      const shipped = { ...still, stock: { A: 10, B: 4 } };
      store.reads({ ...shipped, hours: 2, receiptsReadAt: 2 });
      expect(store.reads({ ...shipped, hours: 60, receiptsReadAt })).toMatchObject({ mug: 8 });
      const ordered = { mug: shelf(8, 2), bowl: shelf(5, 1) };
      const read = { ...shipped, received: { A: 2 }, store: ordered };
      expect(store.reads({ ...read, hours: 61 })).toMatchObject({ mug: 10 });
    },
  );

  test("expire once receipts are read again", () => {
    const store = open();
    const shipped = { ...still, stock: { A: 10, B: 4 } };
    store.reads({ ...shipped, hours: 60, receiptsReadAt: 2 });
    expect(store.reads({ ...shipped, hours: 61, receiptsReadAt: 49 + MINUTE })).toMatchObject({ mug: 10 });
  });

  test("are held while their SKU's stock cannot be read", () => {
    const store = open();
    store.reads({ ...still, hours: 60, stock: { B: 4 } });
    const ordered = { mug: shelf(8, 2), bowl: shelf(5, 1) };
    expect(store.reads({ hours: 61, stock: { A: 8, B: 4 }, store: ordered })).toMatchObject({ mug: 8 });
  });

  test("expire in the very run that sees it ship again", () => {
    const store = open();
    expect(store.reads({ ...still, stock: { A: 10, B: 4 }, hours: 300 })).toMatchObject({ mug: 10 });
  });

  test("expire after the grace period that the merchant has chosen", () => {
    const store = open({ grace: 2 });
    const shipped = { ...still, stock: { A: 10, B: 4 } };
    store.reads({ ...shipped, hours: 2 });
    expect(store.reads({ ...shipped, hours: 4 })).toMatchObject({ mug: 10 });
  });
});

describe("a warehouse that reports what may be sold", () => {
  const open = () => {
    const store = openStore({ mode: "available" });
    expect(store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10) } })).toEqual({ mug: 10 });
    return store;
  };

  test("shows 8 after an order of 2, before and after the warehouse has imported it", () => {
    const store = open();
    const ordered = { mug: shelf(10, 2) };
    expect(store.reads({ hours: 1, stock: { A: 10 }, store: ordered })).toEqual({ mug: 8 });
    expect(store.reads({ hours: 2, stock: { A: 8 }, store: ordered })).toEqual({ mug: 8 });
    expect(store.awaiting("A")).toBe(0);
  });

  test("never gives up an order that is open", () => {
    const store = open();
    const ordered = { mug: shelf(10, 2), bowl: shelf(5) };
    store.reads({ hours: 1, stock: { A: 10, B: 5 }, store: ordered });
    expect(store.reads({ hours: 100, stock: { A: 10, B: 4 }, store: ordered })).toMatchObject({ mug: 8 });
  });

  test("gives up an order that was fulfilled and never imported", () => {
    const store = open();
    store.reads({ hours: 1, stock: { A: 10, B: 5 }, store: { mug: shelf(10, 2), bowl: shelf(5) } });
    const fulfilled = { mug: shelf(8), bowl: shelf(5) };
    expect(store.reads({ hours: 100, stock: { A: 10, B: 4 }, store: fulfilled })).toMatchObject({ mug: 10 });
  });

  test("leaves below 0 what is oversold already", () => {
    const store = openStore({ mode: "available" });
    expect(store.reads({ hours: 0, stock: { A: -2 }, store: { mug: shelf(1, 4) } })).toEqual({ mug: -3 });
    expect(figureOf(shelf(1, 4), "available")).toBe(-3);
  });
});
