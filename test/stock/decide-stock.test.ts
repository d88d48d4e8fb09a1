import { describe, expect, test } from "vitest";
import {
  afterWriting,
  decideStock,
  figuresBefore,
  stockOfVariant,
  type ComponentStock,
  type ShopFigures,
  type StockDecision,
  type StockReadings,
  type StockRules,
} from "../../app/domain/stock/mirror/decide-stock.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

const rules: StockRules = {
  mode: "on_hand",
  settleMs: 15 * 60_000,
  activate: false,
  decreasesOnly: false,
  now: NOW,
};

/** The shop's figures with so much on hand, of which some is committed to open orders. */
const shelf = (onHand: number, committed = 0): ShopFigures => ({
  onHand,
  committed,
  available: onHand - committed,
});
const stocked = (figures: ShopFigures) => ({ tracked: true, figures });

interface Story {
  warehouse: number | null;
  /** Where it is less than the warehouse has. */
  sellable?: number | null;
  shop: StockReadings["shop"];
  before?: { warehouse: number | null; figures: ShopFigures | null; held?: number; since?: Date };
  rules?: Partial<StockRules>;
}

function decide({ warehouse, sellable = warehouse, shop, before, rules: more }: Story): StockDecision {
  return decideStock(
    {
      ...{ warehouseStock: warehouse, sellable, shop },
      before: before
        ? {
            warehouseStock: before.warehouse,
            figures: before.figures,
            held: before.held ?? 0,
            heldSince: before.since ?? null,
          }
        : null,
    },
    { ...rules, ...more },
  );
}

const table: [string, Story, Partial<StockDecision>][] = [
  ["more in the warehouse", { warehouse: 9, shop: stocked(shelf(2)) }, { verdict: "write", target: 9 }],
  ["less in the warehouse", { warehouse: 1, shop: stocked(shelf(2)) }, { verdict: "write", target: 1 }],
  ["the same in both", { warehouse: 4, shop: stocked(shelf(4)) }, { verdict: "equal", target: 4 }],
  ["sold out in both", { warehouse: 0, shop: stocked(shelf(0)) }, { verdict: "equal", target: 0 }],
  ["sold out in the warehouse", { warehouse: 0, shop: stocked(shelf(5)) }, { verdict: "write", target: 0 }],
  ["a figure below nothing", { warehouse: -3, shop: stocked(shelf(5)) }, { verdict: "write", target: 0 }],
  ["unknown to the warehouse", { warehouse: null, shop: stocked(shelf(5)) }, { verdict: "write", target: 0 }],
  ["the shop oversold", { warehouse: 2, shop: stocked(shelf(-1)) }, { verdict: "write", target: 2 }],
  [
    "a figure no shop can show",
    { warehouse: 2e9, shop: stocked(shelf(5)) },
    { verdict: "absurd", target: null },
  ],
  [
    "the most a shop can show",
    { warehouse: 1e9, shop: stocked(shelf(5)) },
    { verdict: "write", target: 1_000_000_000 },
  ],
  [
    "one far below nothing",
    { warehouse: -2e9, shop: stocked(shelf(5)) },
    { verdict: "absurd", target: null },
  ],
  [
    "an order not packed yet is still in both figures",
    { warehouse: 10, shop: stocked(shelf(10, 3)), before: { warehouse: 10, figures: shelf(10) } },
    { verdict: "equal", target: 10, movedByOther: 0 },
  ],
  ["the merchant keeps some back", { warehouse: 9, sellable: 6, shop: stocked(shelf(9)) }, { target: 6 }],
  ["more is kept back than there is", { warehouse: 2, sellable: -1, shop: stocked(shelf(2)) }, { target: 0 }],
  [
    "not counted by the shop",
    { warehouse: 9, shop: { tracked: false, figures: shelf(2) } },
    { verdict: "untracked", target: null },
  ],
  [
    "not stocked at the location",
    { warehouse: 9, shop: { tracked: true, figures: null } },
    { verdict: "not_stocked", target: 9 },
  ],
  [
    "not stocked there, and the merchant wants it to be",
    { warehouse: 9, shop: { tracked: true, figures: null }, rules: { activate: true } },
    { verdict: "activate", target: 9 },
  ],
  ["gone from the shop", { warehouse: 9, shop: null }, { verdict: "gone", target: null }],
  [
    "more in the warehouse during a sale",
    { warehouse: 9, shop: stocked(shelf(2)), rules: { decreasesOnly: true } },
    { verdict: "sale", target: 9 },
  ],
  [
    "less in the warehouse during a sale",
    { warehouse: 1, shop: stocked(shelf(2)), rules: { decreasesOnly: true } },
    { verdict: "write", target: 1 },
  ],
  [
    "sellable stock is mirrored into what is available",
    { warehouse: 7, shop: stocked(shelf(10, 2)), rules: { mode: "available" } },
    { verdict: "write", target: 7 },
  ],
];

test.each(table)("%s", (_rule, story, decision) => {
  expect(decide(story)).toMatchObject(decision);
});

/** The warehouse had 10 and the shop showed 10. */
const before = { warehouse: 10, figures: shelf(10, 3) };
/** Of 10 in the warehouse, 2 had left the shop's figure, and nothing had moved for so many minutes. */
const holding = (minutes: number) => ({ warehouse: 10, figures: shelf(8), held: 2, since: ago(minutes) });

describe("lower at once, raise with a reason:", () => {
  const rising: [string, Story, Partial<StockDecision>][] = [
    [
      "an order marked as fulfilled that still lies in the warehouse is not offered again",
      { warehouse: 10, shop: stocked(shelf(8, 1)), before },
      { verdict: "equal", target: 8, held: 2, heldSince: NOW, movedByOther: 0 },
    ],
    [
      "nor when other goods come in",
      { warehouse: 15, shop: stocked(shelf(8, 1)), before },
      { verdict: "write", target: 13, held: 2 },
    ],
    [
      "nor when they come in later",
      {
        warehouse: 15,
        shop: stocked(shelf(8)),
        before: holding(5),
      },
      { verdict: "write", target: 13, held: 2, heldSince: NOW },
    ],
    [
      "once it has left the warehouse too, nothing is held any more",
      {
        warehouse: 8,
        shop: stocked(shelf(8)),
        before: holding(5),
      },
      { verdict: "equal", target: 8, held: 0, heldSince: null },
    ],
    [
      "left in both between two looks, nothing is held",
      { warehouse: 8, shop: stocked(shelf(8, 1)), before },
      { verdict: "equal", target: 8, held: 0 },
    ],
    [
      "left in part, the rest is held",
      {
        warehouse: 9,
        shop: stocked(shelf(8)),
        before: holding(5),
      },
      { verdict: "equal", target: 8, held: 1 },
    ],
    [
      "it is held while nothing moves",
      {
        warehouse: 10,
        shop: stocked(shelf(8)),
        before: holding(14),
      },
      { verdict: "equal", target: 8, held: 2, heldSince: ago(14) },
    ],
    [
      "until the settling time is over",
      {
        warehouse: 10,
        shop: stocked(shelf(8)),
        before: holding(15),
      },
      { verdict: "write", target: 10, held: 0, heldSince: null },
    ],
    [
      "another fulfilment begins the time anew",
      {
        warehouse: 10,
        shop: stocked(shelf(7)),
        before: holding(20),
      },
      { verdict: "equal", target: 7, held: 3, heldSince: NOW },
    ],
    [
      "what somebody puts up meanwhile sends nothing that is held",
      {
        warehouse: 10,
        shop: stocked(shelf(9)),
        before: holding(5),
      },
      { verdict: "write", target: 8, held: 2, heldSince: NOW, movedByOther: 1 },
    ],
    [
      "sellable stock: a cancelled order is held no longer",
      {
        ...{ warehouse: 10, shop: stocked(shelf(10)), rules: { mode: "available" } },
        before: { warehouse: 10, figures: shelf(10, 2), held: 2, since: ago(5) },
      },
      { verdict: "equal", target: 10, held: 0 },
    ],
    [
      "sellable stock: what is put up beside it is not that order",
      {
        ...{ warehouse: 10, shop: stocked(shelf(12, 2)), rules: { mode: "available" } },
        before: { warehouse: 10, figures: shelf(10, 2), held: 2, since: ago(5) },
      },
      { verdict: "write", target: 8, held: 2 },
    ],
    [
      "a return restocked before the warehouse has counted it is taken out again",
      { warehouse: 10, shop: stocked(shelf(11)), before: { warehouse: 10, figures: shelf(10) } },
      { verdict: "write", target: 10, held: 0, movedByOther: 1 },
    ],
    [
      "no more is held than there is",
      { warehouse: 1, shop: stocked(shelf(0)), before: { warehouse: 1, figures: shelf(5) } },
      { verdict: "equal", target: 0, held: 1 },
    ],
    [
      "sellable stock: an order the warehouse has not heard of is not offered again",
      {
        ...{ warehouse: 10, shop: stocked(shelf(10, 2)), rules: { mode: "available" } },
        before: { warehouse: 10, figures: shelf(10) },
      },
      { verdict: "equal", target: 8, held: 2 },
    ],
  ];
  test.each(rising)("%s", (_rule, story, decision) => {
    expect(decide(story)).toMatchObject(decision);
  });
});

describe("who moved the shop's figure:", () => {
  test.each([
    ["an order", shelf(10, 5), 0],
    ["a fulfilment", shelf(8, 1), 0],
    ["a cancelled order", shelf(10, 1), 0],
    ["an order and a fulfilment", shelf(8, 2), 0],
    ["a person who counted", shelf(7, 3), -3],
    ["a restocked return", shelf(11, 3), 1],
    ["a restocked return, when one more was ordered", shelf(11, 4), 1],
    ["nobody", shelf(10, 3), 0],
  ])("%s", (_who, now, by) => {
    expect(decide({ warehouse: 10, shop: stocked(now), before }).movedByOther).toBe(by);
  });
});

describe("after a run was cut off that meant to lower the figure from 10 to 7, three of them ordered:", () => {
  const [read, meant] = [shelf(10, 3), shelf(7, 3)];
  test.each([
    ["nothing else happened, and it had arrived", shelf(7, 3), meant],
    ["nothing else happened, and it had not", shelf(10, 3), read],
    ["it had arrived, and one more was ordered", shelf(7, 4), meant],
    ["it had arrived, and one of them was fulfilled", shelf(6, 2), meant],
    ["it had not, and one of them was fulfilled", shelf(9, 2), read],
    ["it had not, and all of them were fulfilled, which looks nearly as if it had", shelf(7), read],
    ["somebody typed in another figure, and nobody can tell", shelf(1, 3), read],
  ])("%s", (_what, now, before) => {
    expect(figuresBefore({ read, meant, now })).toBe(before);
  });
});

test("after a run was cut off that meant to raise it, where nobody can tell, more fell", () => {
  const [read, meant] = [shelf(7, 3), shelf(10, 3)];
  expect(figuresBefore({ read, meant, now: shelf(1, 1) })).toBe(meant);
});

describe("once a figure is written", () => {
  test.each([
    ["the other moves with it, and orders stay as they are", "on_hand", 12, shelf(12, 3)],
    ["whichever is mirrored", "available", 12, shelf(15, 3)],
    ["down, too", "on_hand", 4, shelf(4, 3)],
  ] as const)("%s", (_what, mode, target, figures) => {
    expect(afterWriting(shelf(10, 3), { mode, target })).toEqual(figures);
  });
});

describe("pieces that Shopify may be about to put up by itself", () => {
  test.each([
    ["are left out of the figure", 4, { verdict: "write", target: 6 }],
    ["as far as there are any", 20, { verdict: "write", target: 0 }],
    ["and none are where nothing is under way", 0, { verdict: "equal", target: 10 }],
  ])("%s", (_what, underWay, decision) => {
    const readings = { warehouseStock: 10, sellable: 10, shop: stocked(shelf(10)), before: null };
    expect(decideStock({ ...readings, underWay }, rules)).toMatchObject(decision);
  });
});

const of = (stock: number | null | undefined, quantity = 1): ComponentStock => ({ stock, quantity });
const kits: [string, ComponentStock[], number | null | undefined][] = [
  ["one piece of one SKU", [of(7)], 7],
  ["a kit of what is there least often", [of(7), of(3)], 3],
  ["a kit of two pieces each", [of(7, 2), of(9, 3)], 3],
  ["a kit of which one part is not enough", [of(1, 2), of(9)], 0],
  ["a kit of which one part is below nothing", [of(-1), of(9)], -1],
  ["a kit with a part the warehouse does not know", [of(null), of(9)], null],
  ["a kit with a part that could not be read", [of(undefined), of(9)], undefined],
  ["nothing at all", [], undefined],
];

test.each(kits)("%s", (_what, components, stock) => {
  expect(stockOfVariant(components)).toBe(stock);
});
