import { describe, expect, test } from "vitest";
import type { Sku, VariantId } from "../../app/domain/ids.ts";
import { baselineOf, partsOf } from "../../app/domain/stock/mirror/decide-together.ts";
import { mapped, shelf, at, DAY, MINUTE, openStore, type Choices } from "./support/decided-store.ts";

/** Before the grace period, in hours. */
const LONG_AGO = -3 * DAY;

describe("a mug of which 10 are in both systems", () => {
  const open = (choices?: Choices) => {
    const store = openStore(choices);
    const first = { hours: LONG_AGO, stock: { A: 10 }, store: { mug: shelf(10) } };
    expect(store.reads(first)).toEqual({ mug: 10 });
    return store;
  };

  test("shows 10 while an order of 2 is open, because Shopify subtracts it", () => {
    expect(open().reads({ hours: 1, stock: { A: 10 }, store: { mug: shelf(10, 2) } })).toEqual({ mug: 10 });
  });

  test("still shows 10 when 2 are packed before they are fulfilled, and 8 from then on", () => {
    const store = open();
    expect(store.reads({ hours: 1, stock: { A: 8 }, store: { mug: shelf(10, 2) } })).toEqual({ mug: 10 });
    expect(store.reads({ hours: 2, stock: { A: 8 }, store: { mug: shelf(8) } })).toEqual({ mug: 8 });
    expect([store.awaiting("A"), store.departed("A")]).toEqual([0, 0]);
  });

  test("shows 8 when 2 are fulfilled before they are packed, and from then on", () => {
    const store = open();
    expect(store.reads({ hours: 1, stock: { A: 10 }, store: { mug: shelf(8) } })).toEqual({ mug: 8 });
    expect(store.awaiting("A")).toBe(2);
    expect(store.reads({ hours: 2, stock: { A: 8 }, store: { mug: shelf(8) } })).toEqual({ mug: 8 });
    expect(store.awaiting("A")).toBe(0);
  });

  test("shows 13 when a receipt of 5 comes in beside 2 that were fulfilled and packed", () => {
    const store = open();
    const received = { A: 5 };
    expect(store.reads({ hours: 1, stock: { A: 13 }, received, store: { mug: shelf(8) } })).toEqual({
      mug: 13,
    });
    expect([store.awaiting("A"), store.departed("A")]).toEqual([0, 0]);
  });

  test("keeps a parcel for its order when a receipt brings as many beside it", () => {
    const store = open();
    const received = { A: 2 };
    expect(store.reads({ hours: 1, stock: { A: 10 }, received, store: { mug: shelf(10, 2) } })).toEqual({
      mug: 12,
    });
    expect(store.departed("A")).toBe(2);
  });

  test("shows no more when a receipt is read whose units had come before it was first seen", () => {
    const store = openStore();
    const first = { hours: 0, stock: { A: 10 }, store: { mug: shelf(10, 2) } };
    expect(store.reads(first)).toEqual({ mug: 10 });
    expect(store.reads({ ...first, hours: 48, received: { A: 3 } })).toEqual({ mug: 10 });
    expect(store.departed("A")).toBe(0);
    // From then on, what a receipt does not explain has left.
    expect(store.reads({ ...first, hours: 49, received: { A: 5 } })).toEqual({ mug: 12 });
    expect(store.departed("A")).toBe(2);
  });

  test("shows 15 when 5 come in before their receipt, and when that is read", () => {
    const store = open();
    const mug = shelf(10);
    expect(store.reads({ hours: 1, stock: { A: 15 }, store: { mug } })).toEqual({ mug: 15 });
    store.shows({ mug: 15 });
    expect(
      store.reads({ hours: 2, stock: { A: 15 }, received: { A: 5 }, store: { mug: shelf(15) } }),
    ).toEqual({
      mug: 15,
    });
    expect(store.departed("A")).toBe(0);
  });

  test("shows 9 when 1 leaves that nobody has ordered", () => {
    expect(open().reads({ hours: 1, stock: { A: 9 }, store: { mug: shelf(10) } })).toEqual({ mug: 9 });
  });

  test("shows 7 when the merchant keeps 3 unsold, and all on hand of what is ordered", () => {
    const store = open({ safetyStock: { A: 0 } });
    expect(store.reads({ hours: 1, stock: { A: 10 }, store: { mug: shelf(10) } })).toEqual({ mug: 10 });
    const careful = openStore({ safetyStock: { A: 3 } });
    expect(careful.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10) } })).toEqual({ mug: 7 });
    expect(careful.reads({ hours: 1, stock: { A: 10 }, store: { mug: shelf(10, 9) } })).toEqual({ mug: 9 });
  });

  test("counts what a fulfillment says beside a restock that hides it", () => {
    const store = openStore();
    store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10, 2) }, fulfilled: { mug: 4 } });
    const restocked = { hours: 1, stock: { A: 10 }, store: { mug: shelf(10) }, fulfilled: { mug: 6 } };
    expect(store.reads(restocked)).toEqual({ mug: 8 });
    expect(store.baseline("mug")).toEqual({ quantities: shelf(10), fulfilled: 6, unconfirmed: [] });
  });

  test("sells a parcel that came back with a receipt no more when its fulfillment is cancelled", () => {
    const store = openStore();
    store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10, 1) }, fulfilled: { mug: 4 } });
    const sent = { hours: 1, stock: { A: 9 }, store: { mug: shelf(9) }, fulfilled: { mug: 5 } };
    expect(store.reads(sent)).toEqual({ mug: 9 });
    const back = { ...sent, hours: 2, stock: { A: 10 }, received: { A: 1 } };
    expect(store.reads(back)).toEqual({ mug: 10 });
    store.shows({ mug: 10 });
    const again = { ...back, hours: 3, store: { mug: shelf(11, 1) }, fulfilled: { mug: 4 } };
    expect(store.reads(again)).toEqual({ mug: 10 });
  });

  test("keeps the fulfilled units that it knows when none could be read", () => {
    const store = openStore();
    store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10, 2) }, fulfilled: { mug: 4 } });
    store.reads({ hours: 1, stock: { A: 10 }, store: { mug: shelf(8) } });
    expect(store.baseline("mug")).toMatchObject({ fulfilled: 4, unconfirmed: [{ units: 2, at: +at(1) }] });
  });

  test("counts no write of ours as sold, also one whose answer was lost", () => {
    const store = open();
    const base = { mug: shelf(10) };
    store.shows({ mug: 14 });
    const reading = { hours: 1, stock: { A: 14 }, received: { A: 4 }, store: { mug: shelf(10) } };
    expect(store.decide(reading).targets.variants.get("mug" as VariantId)?.target).toBe(10);
    expect(store.reads({ ...reading, bases: base })).toEqual({ mug: 14 });
  });
});

describe("a stale write", () => {
  const open = () => {
    const store = openStore();
    store.reads({ hours: LONG_AGO, stock: { A: 2 }, store: { mug: shelf(2, 2) } });
    return store;
  };
  /** One of two orders is packed while a parcel of 1 comes in. */
  const first = { hours: 1, stock: { A: 2 }, received: { A: 1 }, store: { mug: shelf(2, 2) } };

  test("reads the store again, and matches it with the same reading of the warehouse", () => {
    const store = open();
    expect(store.reads(first)).toEqual({ mug: 3 });
    const again = { ...first, store: { mug: shelf(1, 1) }, isSecondRound: true };
    expect(store.reads(again)).toEqual({ mug: 2 });
    expect([store.awaiting("A"), store.departed("A")]).toEqual([0, 0]);
  });

  test("takes no second look at the warehouse's stock, whatever was read of it", () => {
    const store = open();
    store.reads(first);
    const again = { ...first, stock: { A: 0 }, isSecondRound: true };
    expect(store.reads(again)).toEqual({ mug: 3 });
    expect(store.balance("A")!.stock).toBe(2);
    expect(store.decide(again).dispatchSeenAt).toBeNull();
  });
});

describe("a warehouse that was observed later", () => {
  test("is not set back by a reading that comes late", () => {
    const store = openStore();
    store.reads({ hours: 2, stock: { A: 8 }, store: { mug: shelf(8) } });
    expect(store.reads({ hours: 3, warehouseHours: 1, stock: { A: 10 }, store: { mug: shelf(8) } })).toEqual({
      mug: 8,
    });
    expect(store.balance("A")).toMatchObject({ stock: 8, stockReadAt: at(2 - MINUTE) });
  });

  test("counts a reading of the same moment", () => {
    const store = openStore();
    store.reads({ hours: 2, stock: { A: 8 }, store: { mug: shelf(8) } });
    expect(store.reads({ hours: 2, stock: { A: 9 }, store: { mug: shelf(8) } })).toEqual({ mug: 9 });
  });
});

describe("a kit and its parts, of which there are 5 and 3", () => {
  const stock = { A: 5, B: 3 };
  const free = { mug: shelf(5), bowl: shelf(3), kit: shelf(3) };
  const open = (choices?: Choices) => {
    const store = openStore(choices);
    store.reads({ hours: 0, stock, store: free });
    return store;
  };

  test("show what each of them allows", () => {
    expect(open().reads({ hours: 1, stock, store: free })).toEqual({ mug: 5, bowl: 3, kit: 3 });
  });

  test("show less of the parts when the kit is ordered", () => {
    const store = { ...free, kit: shelf(3, 2) };
    expect(open().reads({ hours: 1, stock, store })).toEqual({ mug: 3, bowl: 1, kit: 3 });
  });

  test("show less of the kit when a part is ordered", () => {
    const store = { ...free, bowl: shelf(3, 2) };
    expect(open().reads({ hours: 1, stock, store })).toEqual({ mug: 5, bowl: 3, kit: 1 });
  });

  test("show no less when the kit is packed before it is fulfilled", () => {
    const store = open();
    store.shows(store.reads({ hours: 1, stock, store: { ...free, kit: shelf(3, 2) } }));
    const packed = { A: 3, B: 1 };
    const shown = { mug: shelf(3), bowl: shelf(1), kit: shelf(3, 2) };
    expect(store.reads({ hours: 2, stock: packed, store: shown })).toEqual({ mug: 3, bowl: 1, kit: 3 });
  });

  test("leave out what has an SKU that could not be read", () => {
    expect(open().reads({ hours: 1, stock: { A: 4 }, store: free })).toEqual({ mug: 4 });
  });

  test("leave out what has an SKU that was never read", () => {
    expect(openStore().reads({ hours: 0, stock: { A: 5 }, store: free })).toEqual({ mug: 5 });
  });

  test("count what was fulfilled of an SKU that could not be read", () => {
    const store = open();
    expect(store.reads({ hours: 1, stock: { A: 5 }, store: { ...free, bowl: shelf(2) } })).toEqual({
      mug: 5,
    });
    expect(store.reads({ hours: 2, stock, store: { ...free, bowl: shelf(2) } })).toEqual({
      mug: 5,
      bowl: 2,
      kit: 2,
    });
  });

  test("show nothing of an SKU that the warehouse does not know", () => {
    expect(open().reads({ hours: 1, stock: { A: 5, B: null }, store: free })).toEqual({
      mug: 5,
      bowl: 0,
      kit: 0,
    });
  });

  test("keep what the merchant keeps unsold of one part from the kit too", () => {
    const store = openStore({ safetyStock: { B: 2 } });
    expect(store.reads({ hours: 0, stock, store: free })).toEqual({ mug: 5, bowl: 1, kit: 1 });
  });

  test("show none of a sibling's damaged units", () => {
    const store = { ...free, mug: shelf(5, 0, 4) };
    expect(open().reads({ hours: 1, stock, store })).toEqual({ mug: 5, bowl: 3, kit: 1 });
  });
});

describe("two listings of one SKU", () => {
  const open = () => {
    const store = openStore();
    store.shows(store.reads({ hours: 0, stock: { A: 5 }, store: { mug: shelf(5), listing: shelf(5, 2) } }));
    return store;
  };

  test("show each other's orders", () => {
    expect(
      open().reads({ hours: 1, stock: { A: 5 }, store: { mug: shelf(3, 1), listing: shelf(5, 2) } }),
    ).toEqual({
      mug: 3,
      listing: 4,
    });
  });

  test("match a parcel with the order of either", () => {
    const store = open();
    expect(
      store.reads({ hours: 1, stock: { A: 3 }, store: { mug: shelf(3), listing: shelf(5, 2) } }),
    ).toEqual({
      ...{ mug: 3, listing: 5 },
    });
    expect(store.departed("A")).toBe(2);
    expect(store.reads({ hours: 2, stock: { A: 3 }, store: { mug: shelf(3), listing: shelf(3) } })).toEqual({
      mug: 3,
      listing: 3,
    });
  });

  test("keep what was promised in one that cannot be read", () => {
    const store = open();
    const reading = { hours: 1, stock: { A: 5 }, store: { mug: shelf(3), listing: "unread" } } as const;
    expect(store.reads(reading)).toMatchObject({ mug: 3 });
    expect(store.baseline("listing")).toEqual({
      quantities: shelf(5, 2),
      fulfilled: undefined,
      unconfirmed: [],
    });
    expect(
      store.reads({ hours: 2, stock: { A: 5 }, store: { mug: shelf(3), listing: shelf(3) } }),
    ).toMatchObject({
      listing: 3,
    });
  });

  test("keep what the fulfillments of one that cannot be read have taken", () => {
    const store = openStore();
    const listing = shelf(5, 2);
    store.reads({ hours: 0, stock: { A: 5 }, store: { mug: shelf(5), listing }, fulfilled: { listing: 4 } });
    const reading = { hours: 1, stock: { A: 5 }, store: { mug: shelf(5), listing: "unread" } } as const;
    store.reads({ ...reading, fulfilled: { listing: 6 } });
    expect(store.baseline("listing")?.fulfilled).toBe(4);
  });

  test("show nothing while the orders of one that was never read are unknown", () => {
    const store = openStore();
    const reading = {
      hours: 0,
      stock: { A: 5, B: 4 },
      store: { mug: shelf(5), bowl: shelf(4), listing: "unread" },
    } as const;
    expect(store.reads(reading)).toEqual({ bowl: 4 });
    expect(store.reads({ ...reading, hours: 1, store: { ...reading.store, listing: shelf(5, 3) } })).toEqual({
      ...{ mug: 2, bowl: 4, listing: 5 },
    });
  });

  test.each(["unread", shelf(5)] as const)(
    "count what their SKU has not counted yet of one that is %j",
    (listing) => {
      const store = openStore();
      const shown = { mug: shelf(5), listing: shelf(5) };
      store.reads({ hours: 0, stock: {}, store: shown, fulfilled: { mug: 0, listing: 2 } });
      const uncounted = { listing: { A: [{ units: 2, at: at(0).getTime() }] } };
      const reading = { hours: 1, stock: { A: 5 }, fulfilled: { mug: 0, listing: 2 } };
      expect(store.reads({ ...reading, uncounted, store: { ...shown, listing } })).toMatchObject({ mug: 3 });
      expect(store.reads({ ...reading, hours: 2, store: shown })).toEqual({ mug: 3, listing: 3 });
    },
  );

  test("are no proof that the warehouse ships for others while orders are unknown", () => {
    const store = openStore();
    store.reads({ hours: 0, stock: { A: 5 }, store: { mug: shelf(5) } });
    store.reads({ hours: 60, stock: { A: 3 }, store: { mug: shelf(5), listing: "unread" } });
    expect(store.balance("A")!.sharedUntil).toBeNull();
  });

  test.each(["gone", "untracked", "not stocked"] as const)("count no orders of one that is %s", (listing) => {
    const store = open();
    expect(store.reads({ hours: 1, stock: { A: 5 }, store: { mug: shelf(5), listing } })).toMatchObject({
      mug: 5,
    });
  });

  test("would show in one that is not stocked what the other leaves", () => {
    const store = openStore();
    const reading = {
      hours: 0,
      stock: { A: 5 },
      store: { mug: shelf(5, 2), listing: "not stocked" },
    } as const;
    expect(store.reads(reading)).toEqual({ mug: 5, listing: 3 });
  });
});

test("a pair takes two units of its SKU", () => {
  const store = openStore();
  expect(store.reads({ hours: 0, stock: { A: 7 }, store: { mug: shelf(7), pair: shelf(3, 1) } })).toEqual({
    mug: 5,
    pair: 3,
  });
  expect(partsOf(mapped("pair"))).toEqual([{ sku: "A", units: 2 }]);
});

describe("a stock that no store can show", () => {
  test("is not observed, and what was observed before it stays", () => {
    const store = openStore();
    store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10) } });
    store.reads({ hours: 1, stock: { A: 2_000_000_000 }, store: { mug: shelf(10) } });
    expect(store.balance("A")).toMatchObject({ stock: 10, stockReadAt: at(-MINUTE) });
  });

  test("leaves out the kits of it, whatever was observed before", () => {
    const store = openStore();
    const shown = { mug: shelf(10), bowl: shelf(3), kit: shelf(3) };
    store.reads({ hours: 0, stock: { A: 10, B: 3 }, store: shown });
    expect(store.reads({ hours: 1, stock: { A: 2_000_000_000, B: 3 }, store: shown })).toEqual({ bowl: 3 });
  });

  test("is not observed the first time either", () => {
    const store = openStore();
    expect(store.reads({ hours: 0, stock: { A: -2_000_000_000 }, store: { mug: shelf(10) } })).toEqual({});
    expect(store.balance("A")).toBeUndefined();
  });
});

test("names the SKU that allows least, and its terms", () => {
  const { targets } = openStore({ safetyStock: { A: 1 } }).decide({
    hours: 0,
    stock: { A: 5, B: 9 },
    store: { kit: shelf(4, 1), mug: shelf(4) },
  });
  expect(targets.variants.get("kit" as VariantId)).toEqual({ target: 4, limitedBy: "A" });
  expect(targets.skus.get("A" as Sku)).toEqual({
    ...{
      stock: 5,
      promised: 1,
      awaitingDispatch: 0,
      dispatchedAhead: 0,
      unavailable: 0,
      safetyStock: 1,
      free: 4,
    },
  });
});

test("a baseline is what is stored of a variant", () => {
  const unconfirmed = [{ units: 1, at: 5 }];
  const quantities = shelf(3);
  expect(baselineOf(quantities, { fulfilled: 4, unconfirmed })).toEqual({
    quantities,
    fulfilled: 4,
    unconfirmed,
  });
  expect(baselineOf(quantities, { fulfilled: null, unconfirmed: null })).toEqual({
    ...{ quantities, fulfilled: undefined, unconfirmed: [] },
  });
});
