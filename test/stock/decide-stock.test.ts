import { expect, test } from "vitest";
import {
  decideStock,
  stockOfVariant,
  type ComponentStock,
  type Sharing,
  type StockDecision,
  type StockReadings,
} from "../../app/domain/stock/decide-stock.ts";

const stocked = (onHand: number) => ({ tracked: true, onHand });

const rules: [string, StockReadings, StockDecision][] = [
  ["more in the warehouse", { warehouseStock: 9, shop: stocked(2) }, { action: "write", target: 9 }],
  ["less in the warehouse", { warehouseStock: 1, shop: stocked(2) }, { action: "write", target: 1 }],
  ["the same in both", { warehouseStock: 4, shop: stocked(4) }, { action: "leave", why: "equal" }],
  ["sold out in both", { warehouseStock: 0, shop: stocked(0) }, { action: "leave", why: "equal" }],
  ["sold out in the warehouse", { warehouseStock: 0, shop: stocked(5) }, { action: "write", target: 0 }],
  ["a figure below nothing", { warehouseStock: -3, shop: stocked(5) }, { action: "write", target: 0 }],
  ["unknown to the warehouse", { warehouseStock: null, shop: stocked(5) }, { action: "write", target: 0 }],
  ["the shop oversold", { warehouseStock: 2, shop: stocked(-1) }, { action: "write", target: 2 }],
  [
    "not counted by the shop",
    { warehouseStock: 9, shop: { tracked: false, onHand: 2 } },
    { action: "leave", why: "untracked" },
  ],
  [
    "not stocked at the location",
    { warehouseStock: 9, shop: { tracked: true, onHand: null } },
    { action: "leave", why: "not-stocked" },
  ],
  ["gone from the shop", { warehouseStock: 9, shop: null }, { action: "leave", why: "gone" }],
];

test.each(rules)("%s", (_rule, readings, decision) => {
  expect(decideStock(readings)).toEqual(decision);
});

const of = (stock: number | null | undefined, quantity = 1): ComponentStock => ({ stock, quantity });
const kits: [string, ComponentStock[], Sharing, number | null | undefined][] = [
  ["one piece of one SKU", [of(7)], "whole", 7],
  ["a kit of what is there least often", [of(7), of(3)], "whole", 3],
  ["a kit of two pieces each", [of(7, 2), of(9, 3)], "whole", 3],
  ["a kit of which one part is not enough", [of(1, 2), of(9)], "whole", 0],
  ["a kit of which one part is below nothing", [of(-1), of(9)], "whole", -1],
  ["a kit with a part the warehouse does not know", [of(null), of(9)], "whole", null],
  ["a kit with a part that could not be read", [of(undefined), of(9)], "whole", undefined],
  ["goods another variant shows", [of(7)], "nothing", 0],
  ["goods several variants share and nobody said how", [of(7)], "undecided", undefined],
  ["nothing at all", [], "whole", undefined],
];

test.each(kits)("%s", (_what, components, sharing, stock) => {
  expect(stockOfVariant(components, sharing)).toBe(stock);
});
