import { describe, expect, test } from "vitest";
import { isBeyondShare, isFew, wouldEmpty } from "../../app/domain/stock/mirror/decide-stop.ts";

const figures = { onHand: 5, available: 3, committed: 2 };
/** A variant that is to go from something to nothing. */
const EMPTIED = { look: { verdict: "write" as const, target: 0, figures }, zeroAllowed: false };
const look = (over: object) => ({ ...EMPTIED, look: { ...EMPTIED.look, ...over } });

describe("the merchant is asked before a variant goes to 0", () => {
  test.each([
    ["that shows something", EMPTIED, "on_hand", true],
    ["by the figure that is mirrored", look({ figures: { ...figures, available: 0 } }), "on_hand", true],
    ["but not by the other one", look({ figures: { ...figures, available: 0 } }), "available", false],
    ["unless the merchant has agreed", { ...EMPTIED, zeroAllowed: true }, "on_hand", false],
    ["unless something is left of it", look({ target: 1 }), "on_hand", false],
    ["unless it is at 0 already", look({ figures: { ...figures, onHand: 0 } }), "on_hand", false],
    ["unless it is below", look({ figures: { ...figures, onHand: -2 } }), "on_hand", false],
    ["unless it is not stocked", look({ figures: null }), "on_hand", false],
    ["unless it is not written anyway", look({ verdict: "sale" }), "on_hand", false],
  ] as const)("%s", (_when, found, mode, asks) => {
    expect(wouldEmpty(found, { mode })).toBe(asks);
  });
});

test.each([
  ["nine of a large store are an ordinary day", 9, 5_000, true],
  ["ten are not", 10, 5_000, false],
  ["four of five are an ordinary day", 4, 5, true],
  ["a whole store of five is not", 5, 5, false],
  ["nor is a whole store of three", 3, 3, false],
  ["two variants that sell out together are", 2, 2, true],
])("%s", (_what, emptied, mapped, few) => {
  expect(isFew(emptied, mapped)).toBe(few);
});

test.each([
  ["a tenth of the shop is within a tenth", 100, 1_000, 10, false],
  ["one more is beyond it", 101, 1_000, 10, true],
  ["everything is within everything", 1_000, 1_000, 100, false],
  ["so is 29 of a hundred within 29 %, which cannot be told in fractions", 29, 100, 29, false],
  ["a single one is beyond nothing", 1, 1_000, 0, true],
])("%s", (_what, emptied, mapped, stopBeyond, isBeyond) => {
  expect(isBeyondShare(emptied, { mapped, stopBeyond })).toBe(isBeyond);
});
