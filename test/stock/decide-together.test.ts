import type { StockMode } from "@prisma/client";
import { describe, expect, test } from "vitest";
import type { InventoryItemId, Sku, VariantId } from "../../app/domain/ids.ts";
import type { StoreQuantities, VariantBaseline } from "../../app/domain/stock/balance/balance.ts";
import { unitsIn } from "../../app/domain/stock/balance/lots.ts";
import { afterWriting, figureOf } from "../../app/domain/stock/mirror/decide-stock.ts";
import {
  baselineOf,
  decideTogether,
  partsOf,
  type DecidedTogether,
} from "../../app/domain/stock/mirror/decide-together.ts";
import type { Mapped } from "../../app/domain/stock/mirror/load-mapped.ts";
import type { ShopReading } from "../../app/domain/stock/mirror/read-shop-stock.ts";
import type { StoredBalance } from "../../app/domain/stock/mirror/stock-balances.ts";

/*
 * A merchant's store as the rule sees it, reading by reading. A mug and a second listing of it are one unit of SKU A, a bowl is
 * one of SKU B, a pair is two of A, and the kit is one of each. Times are in hours.
 */
const MADE_OF = {
  mug: { A: 1 },
  listing: { A: 1 },
  pair: { A: 2 },
  bowl: { B: 1 },
  kit: { A: 1, B: 1 },
} as const;
type Name = keyof typeof MADE_OF;

const mapped = (name: Name): Mapped => ({
  variantId: name as string as VariantId,
  inventoryItemId: `item of ${name}` as InventoryItemId,
  components: Object.entries(MADE_OF[name]).map(([sku, quantity]) => ({
    ...{ sku: sku as Sku, quantity, buffer: null },
  })),
});

const START = Date.UTC(2026, 10, 20);
const HOUR = 3_600_000;
const DAY = 24;
const at = (hours: number) => new Date(START + hours * HOUR);

/** So many units on hand, of which some are committed to open orders, and some neither that nor available. */
const shelf = (onHand: number, committed = 0, unavailable = 0): StoreQuantities => ({
  onHand,
  committed,
  available: onHand - committed - unavailable,
});

type Shown = StoreQuantities | "gone" | "unread" | "untracked" | "not stocked";

interface Reading {
  hours: number;
  /** When the warehouse was read; right before the store when left out. */
  warehouseHours?: number;
  /** By SKU, where they were read at other times. */
  readAt?: Record<string, number>;
  /** SKUs that could not be read are missing; `null`: the warehouse does not know it. */
  stock: Record<string, number | null>;
  received?: Record<string, number>;
  /** Until when receipts were counted; until the warehouse was read when left out, and `null` when they never were. */
  receivedUntil?: number | null;
  store: Partial<Record<Name, Shown>>;
  fulfilled?: Partial<Record<Name, number>>;
  bases?: Partial<Record<Name, StoreQuantities>>;
  isSecondRound?: boolean;
}

const MINUTE = 1 / 60;

interface Choices {
  mode?: StockMode;
  safetyStock?: Record<string, number>;
  /** In hours. */
  grace?: number;
}

function openStore({ mode = "on_hand", safetyStock = {}, grace = 48 }: Choices = {}) {
  let balances = new Map<Sku, StoredBalance>();
  const baselines = new Map<VariantId, VariantBaseline>();
  let dispatchSeenAt: Date | null = null;
  const names = new Set<Name>();

  const store = {
    /** Both systems are read. @returns what the store should show, by variant */
    reads(reading: Reading): Partial<Record<Name, number>> {
      for (const name of Object.keys(reading.store) as Name[]) names.add(name);
      const decided = decide(reading);
      balances = new Map(decided.balances);
      for (const [variantId, baseline] of decided.baselines) baselines.set(variantId, baseline);
      dispatchSeenAt = decided.dispatchSeenAt ?? dispatchSeenAt;
      return Object.fromEntries([...decided.targets.variants].map(([id, { target }]) => [id, target]));
    },
    /** The store shows what it should: a write has landed. */
    shows(targets: Partial<Record<Name, number>>): void {
      for (const [name, target] of Object.entries(targets)) {
        const known = baselines.get(name as VariantId)!;
        const quantities = afterWriting(known.quantities, { mode, target });
        baselines.set(name as VariantId, { ...known, quantities });
      }
    },
    balance: (sku: string) => balances.get(sku as Sku),
    awaiting: (sku: string) => unitsIn(balances.get(sku as Sku)!.awaiting),
    departed: (sku: string) => unitsIn(balances.get(sku as Sku)!.departed),
    baseline: (name: Name) => baselines.get(name as string as VariantId),
    decide,
  };

  function decide(reading: Reading): DecidedTogether {
    const {
      hours,
      warehouseHours = hours - MINUTE,
      stock,
      received = {},
      receivedUntil = warehouseHours,
      fulfilled = {},
      bases = {},
    } = reading;
    const all = [...new Set([...names, ...(Object.keys(reading.store) as Name[])])].map(mapped);
    const shownOf = ({ variantId }: Mapped): Shown => reading.store[variantId as string as Name] ?? "gone";
    return decideTogether(
      {
        mapped: all,
        warehouse: new Map(
          Object.entries(stock).map(([sku, units]) => [
            sku as Sku,
            { stock: units, readAt: at(reading.readAt?.[sku] ?? warehouseHours) },
          ]),
        ),
        isWarehouseObserved: reading.isSecondRound ?? false,
        received: {
          units: new Map(Object.entries(received) as [Sku, number][]),
          countedUntil: receivedUntil === null ? null : at(receivedUntil),
        },
        shop: new Map(
          all.flatMap((one) => {
            const reads = readingOf(shownOf(one));
            return reads ? [[one.inventoryItemId, reads] as const] : [];
          }),
        ),
        unread: new Set(all.filter((one) => shownOf(one) === "unread").map((one) => one.inventoryItemId)),
        shopReadAt: at(hours),
        balances,
        baselines,
        bases: new Map(Object.entries(bases) as [VariantId, StoreQuantities][]),
        fulfilled: new Map(Object.entries(fulfilled) as [VariantId, number][]),
        dispatchSeenAt,
      },
      { mode, graceMs: grace * HOUR, safetyStock: (sku) => safetyStock[sku] ?? 0 },
    );
  }
  return store;
}

function readingOf(shown: Shown): ShopReading | null {
  if (shown === "gone" || shown === "unread") return null;
  if (shown === "not stocked") return { tracked: true, figures: null };
  if (shown === "untracked") return { tracked: false, figures: shelf(7, 3) };
  return { tracked: true, figures: shown };
}

describe("a mug of which 10 are in both systems", () => {
  const open = (choices?: Choices) => {
    const store = openStore(choices);
    expect(store.reads({ hours: 0, stock: { A: 10 }, store: { mug: shelf(10) } })).toEqual({ mug: 10 });
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
    store.reads({ hours: 0, stock: { A: 2 }, store: { mug: shelf(2, 2) } });
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

  test.each([null, -1, 1 - MINUTE - MINUTE])(
    "wait for their receipt as long as receipts cannot be read (until %s)",
    (receivedUntil) => {
      const store = open();
      // Another SKU is shipped, so that the grace period ends.
      const shipped = { stock: { A: 11, B: 4 }, receivedUntil };
      store.reads({ ...shipped, hours: 60, store: { mug: shelf(11), bowl: shelf(5, 1) } });
      const ordered = { hours: 61, store: { mug: shelf(11, 1), bowl: shelf(5, 1) } };
      const read = { ...shipped, ...ordered, received: { A: 1 } };
      expect(store.reads({ ...read, receivedUntil: 61 })).toMatchObject({ mug: 11 });
      expect(store.departed("A")).toBe(0);
    },
  );

  test("are given up after the grace period once receipts were read", () => {
    const store = open();
    const shipped = { stock: { A: 11, B: 4 }, store: { mug: shelf(11), bowl: shelf(5, 1) } };
    store.reads({ ...shipped, hours: 2, receivedUntil: 2 });
    store.reads({ ...shipped, hours: 49 - MINUTE, receivedUntil: 2 });
    expect(store.balance("A")!.early).toHaveLength(1);
    store.reads({ ...shipped, hours: 50, receivedUntil: 2 });
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

  test("are given up after the grace period when it has shipped another SKU since", () => {
    const store = open();
    const shipped = { ...still, stock: { A: 10, B: 4 } };
    store.reads({ ...shipped, hours: 2 });
    expect(store.reads({ ...shipped, hours: 49 + MINUTE })).toMatchObject({ mug: 10 });
  });

  test("are given up in the very run that sees it ship again", () => {
    const store = open();
    expect(store.reads({ ...still, stock: { A: 10, B: 4 }, hours: 300 })).toMatchObject({ mug: 10 });
  });

  test("are given up after the grace period that the merchant has chosen", () => {
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
