import fc from "../../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import type {
  Component,
  SkuBalance,
  StockState,
  StoreQuantities,
} from "../../../app/domain/stock/balance/balance.ts";
import { unitsIn } from "../../../app/domain/stock/balance/lots.ts";
import { observeStore } from "../../../app/domain/stock/balance/observe-store.ts";
import {
  A,
  B,
  balance,
  KIT,
  KIT_OF_A_AND_B,
  lot,
  quantities,
  SINGLE,
  SINGLE_OF_A,
  state,
} from "./support.ts";

const AT = 100;

function observe(
  before: StockState,
  shown: StoreQuantities,
  { fulfilled, base }: { fulfilled?: number; base?: StoreQuantities } = {},
) {
  const observation = {
    variantId: SINGLE,
    components: SINGLE_OF_A,
    quantities: shown,
    ...(fulfilled !== undefined && { fulfilled }),
    ...(base && { base }),
  };
  const observed = observeStore(before, { observations: [observation], at: AT });
  return {
    ...observed,
    balance: observed.state.balances.get(A)!,
    variant: observed.state.variants.get(SINGLE)!,
  };
}

describe("on hand", () => {
  test("a fall waits for the warehouse, and is nobody else's", () => {
    const { balance: after, foreign } = observe(state(), quantities({ onHand: 7 }));
    expect(after).toEqual(balance({ awaiting: [lot(3, AT)] }));
    expect([...foreign]).toEqual([]);
  });

  test("a fall is what left the warehouse before", () => {
    const before = state({ of: { departed: [lot(2)] }, shown: quantities({ committed: 2 }) });
    expect(observe(before, quantities({ onHand: 7 })).balance).toEqual(
      balance({ matched: [lot(2, AT)], awaiting: [lot(1, AT)] }),
    );
  });

  test("a rise is no fall of anything", () => {
    expect(observe(state({ of: { awaiting: [lot(2)] } }), quantities({ onHand: 13 })).balance).toEqual(
      balance({ awaiting: [lot(2)] }),
    );
  });

  test("what a write of ours has left is where the fall is counted from", () => {
    const { balance: after } = observe(state(), quantities({ onHand: 7 }), {
      base: quantities({ onHand: 8 }),
    });
    expect(after).toEqual(balance({ awaiting: [lot(1, AT)] }));
  });

  test("a variant seen for the first time explains nothing", () => {
    const { variants: _, ...rest } = state();
    const { balance: after, variant } = observe({ ...rest, variants: new Map() }, quantities({ onHand: 3 }), {
      fulfilled: 4,
    });
    expect(after).toEqual(balance());
    expect(variant).toEqual({ quantities: quantities({ onHand: 3 }), fulfilled: 4, unconfirmed: [] });
  });

  test("what left the warehouse beyond what is committed belongs to others", () => {
    const before = state({ of: { departed: [lot(2, 1), lot(3, 2)] }, shown: quantities({ committed: 4 }) });
    const { balance: after, foreign } = observe(before, quantities({ committed: 4 }));
    expect(after).toEqual(balance({ departed: [lot(2, 1), lot(2, 2)] }));
    expect([...foreign]).toEqual([[A, 1]]);
  });

  test.each([
    { cancelled: 1, foreign: [[A, 1]] },
    { cancelled: 2, foreign: [] },
    { cancelled: 3, foreign: [] },
  ])("of 2 that left, as many as $cancelled cancelled orders explain are nobody else's", (of) => {
    const shown = quantities({ committed: of.cancelled });
    const { balance: after, foreign } = observe(state({ of: { departed: [lot(2)] }, shown }), quantities());
    expect(after).toEqual(balance());
    expect([...foreign]).toEqual(of.foreign);
  });

  test("an order that is fulfilled explains the parcel of no other", () => {
    const before = state({ of: { departed: [lot(2)] }, shown: quantities({ committed: 1 }) });
    const { foreign } = observe(before, quantities({ onHand: 9 }));
    expect([...foreign]).toEqual([[A, 1]]);
  });

  test("an order of a kit and its part count for the same SKU", () => {
    const before: StockState = {
      mode: "on_hand",
      balances: new Map([
        [A, balance()],
        [B, balance()],
      ]),
      variants: new Map(
        [SINGLE, KIT].map((id) => [id, { quantities: quantities(), fulfilled: undefined, unconfirmed: [] }]),
      ),
    };
    const { state: after } = observeStore(before, {
      observations: [
        { variantId: SINGLE, components: SINGLE_OF_A, quantities: quantities({ onHand: 9 }) },
        { variantId: KIT, components: KIT_OF_A_AND_B, quantities: quantities({ onHand: 8 }) },
      ],
      at: AT,
    });
    expect(after.balances.get(A)).toEqual(balance({ awaiting: [lot(3, AT)] }));
    expect(after.balances.get(B)).toEqual(balance({ awaiting: [lot(2, AT)] }));
  });

  test("an SKU without a balance is left out", () => {
    const before = { ...state(), balances: new Map() };
    expect(
      observeStore(before, {
        observations: [{ variantId: SINGLE, components: SINGLE_OF_A, quantities: quantities({ onHand: 3 }) }],
        at: AT,
      }).state.balances.size,
    ).toBe(0);
  });
});

describe("fulfillments", () => {
  test("say what left beside a restock", () => {
    const { balance: after, variant } = observe(state({ fulfilled: 5 }), quantities(), { fulfilled: 7 });
    expect(after).toEqual(balance({ awaiting: [lot(2, AT)] }));
    expect(variant).toEqual({ quantities: quantities(), fulfilled: 7, unconfirmed: [] });
  });

  test("that are not read yet are expected, and counted once", () => {
    const first = observe(state({ fulfilled: 5 }), quantities({ onHand: 8 }), { fulfilled: 5 });
    expect(first.variant.unconfirmed).toEqual([lot(2, AT)]);
    const second = observe(first.state, quantities({ onHand: 8 }), { fulfilled: 7 });
    expect(second.variant.unconfirmed).toEqual([]);
    expect(second.balance).toEqual(balance({ awaiting: [lot(2, AT)] }));
  });

  test("that were cancelled wait no longer: as those that are left may be the youngest, the oldest are taken", () => {
    const before = state({
      of: { awaiting: [lot(1, 5), lot(2, 7)] },
      fulfilled: 5,
      shown: quantities({ onHand: 8 }),
    });
    const { balance: after } = observe(before, quantities({ onHand: 10, committed: 2 }), { fulfilled: 3 });
    expect(after).toEqual(balance({ awaiting: [lot(1, 7)] }));
  });

  test("that were cancelled open the order again, which the warehouse may have packed", () => {
    const of = { awaiting: [lot(1)], matched: [lot(3)] };
    const before = state({ of, fulfilled: 5, shown: quantities({ onHand: 8 }) });
    const { balance: after } = observe(before, quantities({ onHand: 10, committed: 2 }), { fulfilled: 3 });
    expect(after).toEqual(balance({ matched: [lot(2)], departed: [lot(1, AT)] }));
  });

  test.each([
    { returned: 1, cancelled: 1, left: { matched: [lot(3)] } },
    { returned: 1, cancelled: 2, left: { matched: [lot(2)], departed: [lot(1, AT)] } },
    { returned: 3, cancelled: 2, left: { matched: [lot(3)], returned: [lot(1)] } },
  ])(
    "$cancelled cancelled: of 3 that left, $returned may have come back",
    ({ returned, cancelled, left }) => {
      const of = { matched: [lot(3)], returned: [lot(returned)] };
      const before = state({ of, fulfilled: 5, shown: quantities({ onHand: 7 }) });
      const shown = quantities({ onHand: 7 + cancelled, committed: cancelled });
      expect(observe(before, shown, { fulfilled: 5 - cancelled }).balance).toEqual(balance(left));
    },
  );

  test("that were cancelled with their order explain its parcel", () => {
    const before = state({ of: { matched: [lot(1)] }, fulfilled: 5, shown: quantities({ onHand: 9 }) });
    const { balance: after, foreign } = observe(before, quantities(), { fulfilled: 4 });
    expect(after).toEqual(balance());
    expect([...foreign]).toEqual([]);
  });

  test("read for the first time explain nothing on their own", () => {
    const { balance: after, variant } = observe(state(), quantities({ onHand: 9 }), { fulfilled: 20 });
    expect(after).toEqual(balance({ awaiting: [lot(1, AT)] }));
    expect(variant).toEqual({ quantities: quantities({ onHand: 9 }), fulfilled: 20, unconfirmed: [] });
  });

  test("that are not read this time are remembered", () => {
    expect(observe(state({ fulfilled: 5 }), quantities()).variant.fulfilled).toBe(5);
  });
});

describe("units that were fulfilled before their SKU counted them", () => {
  const lots = [lot(1, 5), lot(2, 7)];
  /** Not counted by A up to now, and by B already. */
  const kitOf = (components: readonly Component[], before: StockState) =>
    observeStore(before, {
      observations: [
        {
          variantId: KIT,
          components,
          quantities: quantities(),
          fulfilled: 4,
          uncounted: new Map([[A, lots]]),
        },
      ],
      at: AT,
    }).state.balances;
  const balances = new Map([
    [A, balance()],
    [B, balance()],
  ]);

  test("wait from when they were fulfilled, beside others", () => {
    const before = {
      ...state({ of: { awaiting: [lot(1, 6)], uncertain: [lot(1, 6)] } }),
      variants: new Map(),
    };
    expect(kitOf([{ sku: A, units: 3 }], before).get(A)).toEqual(
      balance({ awaiting: [lot(1, 6)], uncertain: [lot(1, 5), lot(1, 6), lot(2, 7)] }),
    );
  });

  test("count for the SKU that does not count them, and what was fulfilled since for the others", () => {
    const variants = new Map([[KIT, { quantities: quantities(), fulfilled: 3, unconfirmed: [] }]]);
    const after = kitOf(KIT_OF_A_AND_B, { mode: "on_hand", balances, variants });
    expect(after.get(A)).toEqual(balance({ uncertain: lots }));
    expect(after.get(B)).toEqual(balance({ awaiting: [lot(1, AT)] }));
  });

  test("count beside what left the store and no fulfillment accounts for, in units of the SKU", () => {
    const shown = quantities({ onHand: 12 });
    const variants = new Map([[KIT, { quantities: shown, fulfilled: 4, unconfirmed: [] }]]);
    const after = kitOf(
      [
        { sku: A, units: 2 },
        { sku: B, units: 1 },
      ],
      { mode: "on_hand", balances, variants },
    );
    expect(after.get(A)).toEqual(balance({ uncertain: [...lots, lot(4, AT)] }));
    expect(after.get(B)).toEqual(balance({ awaiting: [lot(2, AT)] }));
  });

  test("are left out where the SKU has no balance", () => {
    expect(kitOf(KIT_OF_A_AND_B, { ...state(), balances: new Map() }).size).toBe(0);
  });

  test.each([
    { committed: 0, departed: [], uncertain: [lot(1, 7)], matched: 2 },
    { committed: 1, departed: [lot(1, 9)], uncertain: [lot(2, 7)], matched: 1 },
    { committed: 2, departed: [lot(2, 9)], uncertain: lots, matched: 0 },
  ])(
    "explain of 2 that have left what no open order does: $committed open",
    ({ committed, departed, uncertain, matched }) => {
      const of = { departed: [lot(2, 9)], uncertain: lots };
      const { balance: after, foreign } = observe(
        state({ of, shown: quantities({ committed }) }),
        quantities({ committed }),
      );
      expect(after).toEqual(balance({ departed, uncertain, matched: matched > 0 ? [lot(matched, AT)] : [] }));
      expect([...foreign]).toEqual([]);
    },
  );

  test("leave to others what has left beyond them, and what orders explain that were cancelled", () => {
    const of = { departed: [lot(5, 9)], uncertain: lots };
    expect([...observe(state({ of }), quantities()).foreign]).toEqual([[A, 2]]);
    const before = state({
      of: { departed: [lot(2, 9)], uncertain: lots },
      shown: quantities({ committed: 1 }),
    });
    expect(observe(before, quantities()).balance).toEqual(
      balance({ uncertain: [lot(2, 7)], matched: [lot(1, AT)] }),
    );
  });

  test("are open again when they are cancelled, the oldest first, before those that wait for certain", () => {
    const of = { awaiting: [lot(1, 9), lot(1, 10)], uncertain: lots, matched: [lot(3)] };
    const before = state({ of, fulfilled: 8, shown: quantities({ onHand: 6 }) });
    const cancelled = (units: number) =>
      observe(before, quantities({ onHand: 6 + units, committed: units }), { fulfilled: 8 - units }).balance;
    expect(cancelled(2)).toEqual(balance({ ...of, uncertain: [lot(1, 7)] }));
    expect(cancelled(4)).toEqual(balance({ ...of, uncertain: [], awaiting: [lot(1, 10)] }));
    expect(cancelled(7)).toEqual(
      balance({ awaiting: [], uncertain: [], matched: [lot(1)], departed: [lot(2, AT)] }),
    );
  });
});

describe("available", () => {
  const available = (of: Partial<SkuBalance> = {}) => state({ of }, "available");

  test("an order waits for the warehouse to import it", () => {
    expect(observe(available(), quantities({ committed: 2 })).balance).toEqual(
      balance({ awaiting: [lot(2, AT)] }),
    );
  });

  test("an order whose units somebody adds again waits as well", () => {
    expect(observe(available(), quantities({ onHand: 12, committed: 2 })).balance).toEqual(
      balance({ awaiting: [lot(2, AT)] }),
    );
  });

  test("an order that the warehouse imported before it was seen is matched", () => {
    expect(observe(available({ departed: [lot(2)] }), quantities({ committed: 2 })).balance).toEqual(
      balance({ matched: [lot(2, AT)] }),
    );
  });

  test("a variant seen for the first time explains nothing", () => {
    const before = { ...available(), variants: new Map() };
    const { balance: after, variant } = observe(before, quantities({ committed: 4 }));
    expect(after).toEqual(balance());
    expect(variant).toEqual({
      quantities: quantities({ committed: 4 }),
      fulfilled: undefined,
      unconfirmed: [],
    });
  });

  test("a cancelled order stops waiting, or is to be given back", () => {
    const shown = quantities({ committed: 3 });
    const before = state({ of: { awaiting: [lot(1)] }, shown }, "available");
    expect(observe(before, quantities()).balance).toEqual(
      balance({ matched: [lot(1, AT)], cancelled: [lot(2, AT)] }),
    );
  });

  test.each([
    ["set aside", quantities(), quantities({ unavailable: 2 })],
    ["set aside and back for sale", quantities({ unavailable: 2 }), quantities()],
    ["added", quantities(), quantities({ onHand: 12 })],
  ])("units that are %s are no order's", (_what, shown, now) => {
    const before = state({ shown }, "available");
    expect(observe(before, now).balance).toEqual(balance());
  });

  test("what was ordered and fulfilled since, and what somebody took away, waits for the warehouse", () => {
    expect(observe(available(), quantities({ onHand: 8 })).balance).toEqual(
      balance({ awaiting: [lot(2, AT)] }),
    );
  });

  test("what left the warehouse is no credit for later", () => {
    const { balance: after, foreign } = observe(available({ departed: [lot(2)] }), quantities());
    expect(after).toEqual(balance());
    expect([...foreign]).toEqual([[A, 2]]);
  });
});

test("every unit that moved is accounted for", () => {
  const some = fc.array(fc.record({ units: fc.integer({ min: 1, max: 4 }), at: fc.nat(9) }), {
    maxLength: 3,
  });
  const signed = ({ awaiting, departed, early, cancelled }: SkuBalance) =>
    unitsIn(awaiting) - unitsIn(departed) + unitsIn(early) - unitsIn(cancelled);
  fc.assert(
    fc.property(
      some,
      some,
      some,
      fc.nat(20),
      fc.nat(9),
      fc.boolean(),
      (awaiting, departed, matched, onHand, committed, isOnHand) => {
        const before = state({ of: { awaiting, departed, matched } }, isOnHand ? "on_hand" : "available");
        const { balance: after, foreign } = observe(before, quantities({ onHand, committed }));
        const left = isOnHand
          ? Math.max(0, 10 - onHand)
          : 10 - (onHand - committed) + Math.max(0, onHand - 10);
        const moved = signed(after) - signed(before.balances.get(A)!);
        expect(moved).toBe(left + (foreign.get(A) ?? 0));
      },
    ),
  );
});
