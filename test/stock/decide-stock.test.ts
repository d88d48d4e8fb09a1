import { describe, expect, test } from "vitest";
import {
  afterWriting,
  decideStock,
  figureOf,
  figuresBefore,
  isAbsurd,
  stockOfVariant,
  type ComponentStock,
  type ShopFigures,
  type StockDecision,
  type StockReadings,
  type StockRules,
} from "../../app/domain/stock/mirror/decide-stock.ts";

const rules: StockRules = {
  mode: "on_hand",
  graceMs: 48 * 60 * 60_000,
  activate: false,
  decreasesOnly: false,
  now: new Date("2026-11-20T12:00:00Z"),
};

/** The store's quantities with so many units on hand, of which some are committed to open orders. */
const shelf = (onHand: number, committed = 0): ShopFigures => ({
  onHand,
  committed,
  available: onHand - committed,
});
const stocked = (figures: ShopFigures) => ({ tracked: true, figures });

interface Story extends Partial<StockReadings> {
  offered: number;
  shop: StockReadings["shop"];
  rules?: Partial<StockRules>;
}

function decide({ rules: more, ...readings }: Story): StockDecision {
  return decideStock({ warehouseStock: 10, before: null, ...readings }, { ...rules, ...more });
}

const NOTHING = { target: null, movedByOther: 0 };

test.each<[string, Story, StockDecision]>([
  [
    "a store that shows less than it should is written",
    { offered: 9, shop: stocked(shelf(2)) },
    { verdict: "write", target: 9, movedByOther: 0 },
  ],
  [
    "a store that shows more than it should is written",
    { offered: 1, shop: stocked(shelf(2)) },
    { verdict: "write", target: 1, movedByOther: 0 },
  ],
  [
    "a store that shows what it should is left",
    { offered: 4, shop: stocked(shelf(4)) },
    { verdict: "equal", target: 4, movedByOther: 0 },
  ],
  [
    "a variant that is sold out in both systems is left",
    { offered: 0, shop: stocked(shelf(0)) },
    { verdict: "equal", target: 0, movedByOther: 0 },
  ],
  [
    "a variant whose SKU the warehouse does not know is written to what is offered",
    { warehouseStock: null, offered: 0, shop: stocked(shelf(5)) },
    { verdict: "write", target: 0, movedByOther: 0 },
  ],
  [
    "an oversold store is raised",
    { offered: 2, shop: stocked(shelf(-1)) },
    { verdict: "write", target: 2, movedByOther: 0 },
  ],
  [
    "during a sale nothing is raised",
    { offered: 9, shop: stocked(shelf(2)), rules: { decreasesOnly: true } },
    { verdict: "sale", target: 9, movedByOther: 0 },
  ],
  [
    "during a sale stock is lowered",
    { offered: 1, shop: stocked(shelf(2)), rules: { decreasesOnly: true } },
    { verdict: "write", target: 1, movedByOther: 0 },
  ],
  [
    "during a sale what is right is left",
    { offered: 2, shop: stocked(shelf(2)), rules: { decreasesOnly: true } },
    { verdict: "equal", target: 2, movedByOther: 0 },
  ],
  [
    "an item that the store does not track is not ours to set",
    { offered: 9, shop: { tracked: false, figures: shelf(2) }, before: shelf(1) },
    { ...NOTHING, verdict: "untracked" },
  ],
  [
    "an item that is neither tracked nor stocked is not stocked by us either",
    { offered: 9, shop: { tracked: false, figures: null }, rules: { activate: true } },
    { ...NOTHING, verdict: "untracked" },
  ],
  [
    "an item that is not stocked at the location would show what is offered",
    { offered: 9, shop: { tracked: true, figures: null }, before: shelf(1) },
    { verdict: "not_stocked", target: 9, movedByOther: 0 },
  ],
  [
    "an item is stocked at the location when the merchant wants it",
    { offered: 9, shop: { tracked: true, figures: null }, rules: { activate: true } },
    { verdict: "activate", target: 9, movedByOther: 0 },
  ],
  [
    "an item is stocked with 0 when its SKU is short",
    { offered: -2, shop: { tracked: true, figures: null }, rules: { activate: true } },
    { verdict: "activate", target: 0, movedByOther: 0 },
  ],
  ["an item that is gone has no target", { offered: 9, shop: null }, { ...NOTHING, verdict: "gone" }],
  [
    "a stock that no store can show is not written",
    { warehouseStock: 1_000_000_001, offered: 9, shop: stocked(shelf(5)), before: shelf(1) },
    { ...NOTHING, verdict: "absurd" },
  ],
  [
    "a stock that no store can show activates nothing",
    { warehouseStock: -1_000_000_001, offered: 9, shop: { tracked: true, figures: null } },
    { ...NOTHING, verdict: "absurd" },
  ],
  [
    "an item that is gone is gone whatever the warehouse says",
    { warehouseStock: 2_000_000_000, offered: 9, shop: null },
    { ...NOTHING, verdict: "gone" },
  ],
  [
    "in available mode the available quantity is compared",
    { offered: 7, shop: stocked(shelf(7, 2)), rules: { mode: "available" } },
    { verdict: "write", target: 7, movedByOther: 0 },
  ],
  [
    "in available mode a store that shows what it should is left",
    { offered: 5, shop: stocked(shelf(7, 2)), rules: { mode: "available" } },
    { verdict: "equal", target: 5, movedByOther: 0 },
  ],
  [
    "in available mode a variant that is oversold already stays below 0",
    { offered: -3, shop: stocked(shelf(1, 4)), rules: { mode: "available" } },
    { verdict: "equal", target: -3, movedByOther: 0 },
  ],
])("%s", (_rule, story, decision) => {
  expect(decide(story)).toEqual(decision);
});

test.each([
  [1_000_000_000, false],
  [-1_000_000_000, false],
  [1_000_000_001, true],
  [-1_000_000_001, true],
  [0, false],
  [null, false],
])("a stock of %d is absurd: %s", (stock, absurd) => {
  expect(isAbsurd(stock)).toBe(absurd);
});

describe("units that Shopify may be about to add", () => {
  test.each([
    ["are left out of the target", { offered: 10, underWay: 4 }, { verdict: "write", target: 6 }],
    ["are left out as far as there are any", { offered: 10, underWay: 20 }, { verdict: "write", target: 0 }],
    ["make nothing lower that is short", { offered: -2, underWay: 4 }, { target: -2 }],
    ["are none where nothing is under way", { offered: 10, underWay: 0 }, { verdict: "equal", target: 10 }],
    ["are never negative", { offered: 10, underWay: -1 }, { verdict: "equal", target: 10 }],
    ["may make the store's quantity right", { offered: 12, underWay: 2 }, { verdict: "equal", target: 10 }],
  ])("%s", (_what, story, decision) => {
    expect(decide({ ...story, shop: stocked(shelf(10)) })).toMatchObject(decision);
  });
});

describe("who moved the store's quantity:", () => {
  const before = shelf(10, 3);
  test.each([
    ["an order", shelf(10, 5), 0],
    ["a fulfillment", shelf(8, 1), 0],
    ["a cancelled order", shelf(10, 1), 0],
    ["an order and a fulfillment", shelf(8, 2), 0],
    ["a person who counted less", shelf(7, 3), -3],
    ["a person who counted more", shelf(12, 3), 2],
    ["a restocked return", shelf(11, 3), 1],
    ["a restocked return beside an order", shelf(11, 4), 1],
    ["nobody", shelf(10, 3), 0],
  ])("%s", (_who, now, by) => {
    expect(decide({ offered: 10, shop: stocked(now), before }).movedByOther).toBe(by);
  });

  test("nobody, where nothing was observed before", () => {
    expect(decide({ offered: 10, shop: stocked(shelf(7, 3)), before: null }).movedByOther).toBe(0);
  });
});

describe("after a run was cut off that meant to lower on hand from 10 to 7, with three units ordered:", () => {
  const [read, meant] = [shelf(10, 3), shelf(7, 3)];
  test.each([
    ["the write arrived, and nothing else happened", shelf(7, 3), meant],
    ["the write did not arrive, and nothing else happened", shelf(10, 3), read],
    ["the write arrived, and one more unit was ordered", shelf(7, 4), meant],
    ["the write arrived, and one unit was fulfilled", shelf(6, 2), meant],
    ["the write did not arrive, and one unit was fulfilled", shelf(9, 2), read],
    ["the write did not arrive, and all were fulfilled, which nearly looks as if it had", shelf(7), read],
    ["somebody typed another quantity, and nobody can tell", shelf(1, 3), read],
  ])("%s", (_what, now, before) => {
    expect(figuresBefore({ read, meant, now })).toBe(before);
  });
});

describe("after a run was cut off that meant to raise on hand from 7 to 10,", () => {
  const [read, meant] = [shelf(7, 3), shelf(10, 3)];
  test("the higher quantity counts where neither fits", () => {
    expect(figuresBefore({ read, meant, now: shelf(1, 1) })).toBe(meant);
  });

  test("the higher quantity counts where both fit", () => {
    expect(figuresBefore({ read, meant, now: { onHand: 7, available: 7, committed: 0 } })).toBe(meant);
  });

  test("the quantity that was read counts where only that fits", () => {
    expect(figuresBefore({ read, meant, now: shelf(7, 4) })).toBe(read);
  });
});

test("a write that changes nothing leaves what was read", () => {
  const [read, meant] = [shelf(7, 3), shelf(7, 3)];
  expect(figuresBefore({ read, meant, now: shelf(1, 1) })).toBe(read);
});

describe("once a quantity is written", () => {
  test.each([
    ["the other moves with it, and orders stay as they are", "on_hand", 12, shelf(12, 3)],
    ["the same is true of available", "available", 12, shelf(15, 3)],
    ["the same is true of a lower one", "on_hand", 4, shelf(4, 3)],
  ] as const)("%s", (_what, mode, target, figures) => {
    expect(afterWriting(shelf(10, 3), { mode, target })).toEqual(figures);
    expect(figureOf(figures, mode)).toBe(target);
  });

  test("units that are neither available nor committed stay", () => {
    const figures = { onHand: 10, available: 4, committed: 3 };
    expect(afterWriting(figures, { mode: "on_hand", target: 11 })).toEqual({
      ...figures,
      onHand: 11,
      available: 5,
    });
  });
});

const of = (stock: number | null | undefined, quantity = 1): ComponentStock => ({ stock, quantity });

test.each<[string, ComponentStock[], number | null | undefined]>([
  ["a single has what its SKU has", [of(7)], 7],
  ["a kit has what its scarcest SKU allows", [of(7), of(3)], 3],
  ["a kit of several units of each has whole kits only", [of(7, 2), of(9, 3)], 3],
  ["a kit has none when one SKU is not enough for one", [of(1, 2), of(9)], 0],
  ["a kit of an SKU below 0 is below 0", [of(-1), of(9)], -1],
  ["a kit of an SKU that the warehouse does not know is unknown to it", [of(null), of(9)], null],
  ["a kit of an SKU that could not be read is not zero", [of(undefined), of(9)], undefined],
  ["an SKU that could not be read counts before one that is unknown", [of(null), of(undefined)], undefined],
  ["a variant of nothing is not zero", [], undefined],
])("%s", (_what, components, stock) => {
  expect(stockOfVariant(components)).toBe(stock);
});
