import { describe, expect, test } from "vitest";
import type { Sku } from "../../../app/domain/ids.ts";
import {
  countedAfter,
  findUncounted,
  lotsToCount,
  type CountedUnits,
  type CountedBySku,
} from "../../../app/domain/stock/balance/uncounted.ts";
import { A, B, KIT, lot, SINGLE, SINGLE_OF_A } from "./support.ts";

const AT = 15;
const TWO_OF_A_AND_B = [
  { sku: A, units: 2 },
  { sku: B, units: 1 },
];
const counts = (units: Partial<Record<string, number>>): CountedBySku =>
  new Map(Object.entries(units).map(([sku, of]) => [sku as Sku, { units: of!, at: AT }] as const));

describe("the SKUs that do not count a variant up to what was observed last", () => {
  const find = (about: {
    observed: number | undefined;
    counted?: Partial<Record<string, number>>;
    balances?: readonly Sku[];
  }) => {
    const found = findUncounted({
      variants: [{ variantId: KIT, components: TWO_OF_A_AND_B }],
      observed: () => about.observed,
      counted: () => about.counted && counts(about.counted),
      hasBalance: (sku) => (about.balances ?? [A, B]).includes(sku),
    }).get(KIT);
    return found && Object.fromEntries(found.map(({ sku, units, count }) => [sku, [units, count?.units]]));
  };

  test("are none where all of them do", () => {
    expect(find({ observed: 2, counted: { A: 4, B: 2 } })).toBeUndefined();
    expect(find({ observed: 0, counted: { A: 0, B: 0 } })).toBeUndefined();
  });

  test("are those that count another number, or none", () => {
    expect(find({ observed: 2, counted: { A: 2, B: 2 } })).toEqual({ A: [2, 2] });
    expect(find({ observed: 2, counted: { A: 4 } })).toEqual({ B: [1, undefined] });
  });

  test("are those without a balance, also where they counted it before", () => {
    expect(find({ observed: 2, counted: { A: 4, B: 2 }, balances: [A] })).toEqual({ B: [1, undefined] });
  });

  test("are all of a variant of which nothing is known, from where they counted it before", () => {
    expect(find({ observed: undefined })).toEqual({ A: [2, undefined], B: [1, undefined] });
    expect(find({ observed: undefined, counted: { A: 0 } })).toEqual({ A: [2, 0], B: [1, undefined] });
  });

  test("are named by variant", () => {
    const found = findUncounted({
      variants: [
        { variantId: SINGLE, components: SINGLE_OF_A },
        { variantId: KIT, components: SINGLE_OF_A },
      ],
      observed: (id) => (id === SINGLE ? 4 : 5),
      counted: () => counts({ A: 4 }),
      hasBalance: () => true,
    });
    expect([...found.keys()]).toEqual([KIT]);
  });
});

describe("what SKUs count once a variant was observed", () => {
  const after = (
    of: Partial<Parameters<typeof countedAfter>[1]>,
    before: CountedBySku | undefined = counts({ A: 1 }),
  ) =>
    Object.fromEntries(
      countedAfter(before, {
        components: [{ sku: B, units: 2 }],
        baseline: { fulfilled: 3 },
        balances: new Map([
          [A, 0],
          [B, 0],
        ]),
        at: 20,
        ...of,
      }),
    );

  test("is all that was fulfilled, in their units; those that it was mapped to before count what they did", () => {
    expect(after({})).toEqual({ A: { units: 1, at: AT }, B: { units: 6, at: 20 } });
    expect(after({ components: TWO_OF_A_AND_B })).toEqual({
      A: { units: 6, at: 20 },
      B: { units: 3, at: 20 },
    });
    expect(after({}, new Map())).toEqual({ B: { units: 6, at: 20 } });
  });

  test("is what it was for an SKU without a balance, and of a variant that was not observed", () => {
    const same = { A: { units: 1, at: AT } };
    expect(after({ balances: new Map() })).toEqual(same);
    expect(after({ baseline: undefined })).toEqual(same);
    expect(after({ baseline: { fulfilled: undefined } })).toEqual(same);
  });
});

describe("what an SKU is to count", () => {
  const lots = [lot(2, 10), lot(3, 20)];
  const count = (known: CountedUnits | undefined, fulfilled: number, each = 1) =>
    lotsToCount([{ sku: A, units: each, count: known }], { lots, fulfilled }).get(A);

  test("is all of a variant of which it counts nothing, however much is counted", () => {
    expect(count(undefined, 0)).toEqual(lots);
    expect(count(undefined, 9, 2)).toEqual([lot(4, 10), lot(6, 20)]);
  });

  test("is what was fulfilled last, as much as it does not count", () => {
    expect(count({ units: 4, at: 30 }, 4)).toEqual([]);
    expect(count({ units: 4, at: 30 }, 5)).toEqual([lot(1, 20)]);
    expect(count({ units: 4, at: 30 }, 8)).toEqual([lot(1, 10), lot(3, 20)]);
    expect(count({ units: 4, at: 30 }, 99)).toEqual(lots);
    expect(count({ units: 4, at: 30 }, 4, 2)).toEqual([lot(4, 20)]);
  });

  test("is all that was fulfilled since it counted last, also beside what was cancelled", () => {
    expect(count({ units: 4, at: 20 }, 4)).toEqual([]);
    expect(count({ units: 4, at: 19 }, 4)).toEqual([lot(3, 20)]);
    expect(count({ units: 9, at: 10 }, 3, 2)).toEqual([lot(6, 20)]);
    expect(count({ units: 1, at: 19 }, 5)).toEqual([lot(1, 10), lot(3, 20)]);
  });

  test("is nothing where fulfillments were cancelled that it counts", () => {
    expect(count({ units: 4, at: 30 }, 3)).toEqual([]);
  });
});
