import { describe, expect, test } from "vitest";
import type { Sku, VariantId } from "../../../app/domain/ids.ts";
import type { SkuBalance, StoreQuantities } from "../../../app/domain/stock/balance/balance.ts";
import { decideTargets, type TargetRules } from "../../../app/domain/stock/balance/decide-targets.ts";
import { A, B, balance, KIT, KIT_OF_A_AND_B, lot, quantities, SINGLE, SINGLE_OF_A } from "./support.ts";

const rules = (changes: Partial<TargetRules> = {}): TargetRules => ({
  mode: "on_hand",
  safetyStock: () => 0,
  creditsDispatch: () => true,
  ...changes,
});

const single = (shown: StoreQuantities) => ({
  variantId: SINGLE,
  components: SINGLE_OF_A,
  quantities: shown,
});
const kit = (shown: StoreQuantities) => ({ variantId: KIT, components: KIT_OF_A_AND_B, quantities: shown });

function targetOf(of: Partial<SkuBalance>, shown: StoreQuantities, changes: Partial<TargetRules> = {}) {
  const { variants } = decideTargets(new Map([[A, balance(of)]]), [single(shown)], rules(changes));
  return variants.get(SINGLE)!.target;
}

describe("a variant that shares nothing shows", () => {
  test.each([
    ["the stock", {}, quantities(), 10],
    ["the stock, open orders included", {}, quantities({ committed: 4 }), 10],
    ["less what awaits dispatch", { awaiting: [lot(3)] }, quantities(), 7],
    [
      "what is dispatched ahead beside the stock",
      { stock: 7, departed: [lot(3)] },
      quantities({ committed: 3 }),
      10,
    ],
    ["no more ahead than is committed", { stock: 7, departed: [lot(3)] }, quantities({ committed: 2 }), 9],
    ["nothing below 0", { awaiting: [lot(12)] }, quantities(), 0],
    ["a shortage as far as orders are open", { stock: 1 }, quantities({ committed: 4 }), 1],
    ["units in Shopify's unavailable states", {}, quantities({ unavailable: 2 }), 10],
  ])("%s", (_, of, shown, target) => expect(targetOf(of, shown)).toBe(target));

  test("nothing ahead where the warehouse ships for others too", () => {
    const of = { stock: 7, departed: [lot(3)] };
    expect(targetOf(of, quantities({ committed: 3 }), { creditsDispatch: () => false })).toBe(7);
  });

  test.each([
    [3, 7],
    [9, 1],
    [10, 0],
    [12, 0],
  ])("less a safety stock of %i", (safetyStock, target) => {
    expect(targetOf({}, quantities(), { safetyStock: () => safetyStock })).toBe(target);
  });

  test("a shortage as it is, safety stock or not", () => {
    const shown = quantities({ onHand: 5, committed: 5 });
    expect(targetOf({ stock: 2 }, shown, { safetyStock: () => 4 })).toBe(2);
  });
});

describe("in available mode a variant shows", () => {
  const available = { mode: "available" } as const;
  test("the stock less what is ordered and not imported", () => {
    expect(targetOf({ awaiting: [lot(3)] }, quantities({ committed: 5 }), available)).toBe(7);
  });

  test("0 where more is ordered than is there", () => {
    expect(targetOf({ stock: 1, awaiting: [lot(3)] }, quantities({ committed: 5 }), available)).toBe(0);
  });

  test("what is below 0 already, for Shopify takes no negative quantity", () => {
    expect(
      targetOf({ stock: 1, awaiting: [lot(3)] }, quantities({ onHand: 1, committed: 5 }), available),
    ).toBe(-4);
  });
});

describe("variants that share an SKU", () => {
  const decide = (
    { a = {}, b = {} }: { a?: Partial<SkuBalance>; b?: Partial<SkuBalance> },
    shown: { single: StoreQuantities; kit: StoreQuantities },
    changes: Partial<TargetRules> = {},
  ) => {
    const balances = new Map([
      [A, balance(a)],
      [B, balance(b)],
    ]);
    const { skus, variants } = decideTargets(
      balances,
      [single(shown.single), kit(shown.kit)],
      rules(changes),
    );
    return { skus, single: variants.get(SINGLE)!, kit: variants.get(KIT)! };
  };

  test("lower each other by what is ordered of them", () => {
    const { single: part, kit: whole } = decide(
      {},
      { single: quantities({ committed: 1 }), kit: quantities({ committed: 8 }) },
    );
    // Each keeps its own orders on hand, which Shopify subtracts: 1 of each may be sold.
    expect(part).toEqual({ target: 2, limitedBy: A });
    expect(whole).toEqual({ target: 9, limitedBy: A });
  });

  test("name the component that allows least", () => {
    const { kit: whole } = decide({ b: { stock: 4 } }, { single: quantities(), kit: quantities() });
    expect(whole).toEqual({ target: 4, limitedBy: B });
  });

  test("give up what another has in an unavailable state", () => {
    const { single: part, kit: whole } = decide(
      {},
      { single: quantities({ unavailable: 2 }), kit: quantities() },
    );
    expect(part.target).toBe(10);
    expect(whole.target).toBe(8);
  });

  test("keep a safety stock of each SKU", () => {
    const { single: part, kit: whole } = decide(
      {},
      { single: quantities(), kit: quantities() },
      { safetyStock: (sku: Sku) => (sku === B ? 4 : 1) },
    );
    expect([part.target, whole.target]).toEqual([9, 6]);
  });

  test("show the arithmetic of each SKU", () => {
    const { skus } = decide(
      { a: { stock: 8, departed: [lot(2)] }, b: { awaiting: [lot(3)] } },
      { single: quantities({ committed: 1 }), kit: quantities({ committed: 4, unavailable: 1 }) },
      { safetyStock: () => 2 },
    );
    expect(skus.get(A)).toEqual({
      stock: 8,
      promised: 5,
      awaitingDispatch: 0,
      dispatchedAhead: 2,
      unavailable: 1,
      safetyStock: 2,
      free: 4,
    });
    expect(skus.get(B)).toEqual({
      stock: 10,
      promised: 4,
      awaitingDispatch: 3,
      dispatchedAhead: 0,
      unavailable: 1,
      safetyStock: 2,
      free: 2,
    });
  });
});

describe("a kit", () => {
  const pair = { variantId: KIT, components: [{ sku: A, units: 3 }] };

  test.each([
    [11, 0, 3],
    [11, 2, 3],
    [11, 3, 2],
    [11, 9, 0],
  ])("of three units of a stock of %i with %i kept shows %i", (stock, kept, target) => {
    const { variants } = decideTargets(
      new Map([[A, balance({ stock })]]),
      [{ ...pair, quantities: quantities() }],
      rules({ safetyStock: () => kept }),
    );
    expect(variants.get(KIT)!.target).toBe(target);
  });

  test("rounds a shortage down: half a kit too few is one too few", () => {
    const { variants } = decideTargets(
      new Map([[A, balance({ stock: 8 })]]),
      [{ ...pair, quantities: quantities({ committed: 3 }) }],
      rules(),
    );
    expect(variants.get(KIT)!.target).toBe(2);
  });

  test("of an SKU that could not be read is left out, wherever it stands", () => {
    for (const components of [KIT_OF_A_AND_B, KIT_OF_A_AND_B.toReversed()]) {
      const variant = { variantId: "other" as VariantId, components, quantities: quantities() };
      expect(decideTargets(new Map([[A, balance()]]), [variant], rules()).variants.size).toBe(0);
    }
  });
});
