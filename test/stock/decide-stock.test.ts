import { expect, test } from "vitest";
import { decideStock, type StockDecision, type StockReadings } from "../../app/domain/stock/decide-stock.ts";

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
