import { expect, test } from "vitest";
import { figuresIn } from "../../app/domain/stock/mirror/read-shop-stock.ts";

const whole = [
  { name: "on_hand", quantity: 5 },
  { name: "available", quantity: 3 },
  { name: "committed", quantity: 2 },
];

test("quantities are read by their names", () => {
  expect(figuresIn(whole.toReversed())).toEqual({ onHand: 5, available: 3, committed: 2 });
});

test.each(["on_hand", "available", "committed"])("a quantity %s that is missing is not zero", (missing) => {
  expect(() => figuresIn(whole.filter(({ name }) => name !== missing))).toThrow(`no quantity ${missing}`);
});
