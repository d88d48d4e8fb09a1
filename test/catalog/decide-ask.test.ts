import { expect, test } from "vitest";
import { decideAsk } from "../../app/domain/catalog/mapping/decide-ask.ts";

test.each([
  ["a change of nothing is not asked about", { changes: 0, of: 0 }, { share: 0, asks: false }],
  ["up to the merchant's share nobody asks", { changes: 20, of: 100 }, { share: 20, asks: false }],
  ["beyond it the merchant is asked again", { changes: 21, of: 100 }, { share: 21, asks: true }],
  ["beyond it by less than can be shown, too", { changes: 2_001, of: 10_000 }, { share: 20, asks: true }],
  ["more than all there is, too", { changes: 30, of: 10 }, { share: 300, asks: true }],
  ["the first of all are asked about", { changes: 2, of: 0 }, { share: 100, asks: true }],
  ["the first alone is not", { changes: 1, of: 0 }, { share: 100, asks: false }],
  ["one alone is not, however small the shop", { changes: 1, of: 2 }, { share: 50, asks: false }],
])("%s", (_case, about, expected) => {
  expect(decideAsk({ ...about, askBeyond: 20 })).toEqual(expected);
});

test("a merchant who wants to be asked always is, and one who never wants to is not", () => {
  expect(decideAsk({ changes: 2, of: 1000, askBeyond: 0 }).asks).toBe(true);
  expect(decideAsk({ changes: 100, of: 100, askBeyond: 100 }).asks).toBe(false);
  expect(decideAsk({ changes: 9, of: 0, askBeyond: 100 }).asks).toBe(false);
});

test("exactly the merchant's share is not beyond it, also where it cannot be told in fractions", () => {
  expect(decideAsk({ changes: 7, of: 100, askBeyond: 7 })).toEqual({ share: 7, asks: false });
  expect(decideAsk({ changes: 8, of: 100, askBeyond: 7 })).toEqual({ share: 8, asks: true });
});
