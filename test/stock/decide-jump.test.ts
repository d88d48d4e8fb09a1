import { describe, expect, test } from "vitest";
import {
  findsJump,
  isBeyondShare,
  isFew,
  isJump,
  isSameUsual,
  JUMPS_COUNT_MS,
  usualAfter,
  type UsualStock,
} from "../../app/domain/stock/mirror/decide-jump.ts";
import fc from "../support/fast-check.ts";

const at = (hours: number) => new Date(Date.UTC(2026, 10, 20) + hours * 60 * 60 * 1000);
const since = at(0);

describe("a change to ask about", () => {
  const FALLEN = { shown: 50, target: 5, warehouseStock: 5, usual: { stock: 50, since } };
  const RISEN = { shown: 5, target: 20, warehouseStock: 20, usual: { stock: 5, since } };
  test.each([
    ["a fall to a tenth", FALLEN, true],
    ["no fall to more than a tenth", { ...FALLEN, target: 6, warehouseStock: 6 }, false],
    ["a fall to 0", { ...FALLEN, shown: 1, target: 0 }, true],
    ["a fall of a store that never agreed with the warehouse", { ...FALLEN, usual: null }, true],
    ["a fall although the warehouse has as much as usual", { ...FALLEN, warehouseStock: 50 }, true],
    ["no fall of what is at 0 already", { ...FALLEN, shown: 0, target: 0 }, false],
    ["no fall of what is below 0 already", { ...FALLEN, shown: -2, target: -3 }, false],
    ["no fall that is confirmed", { ...FALLEN, usual: { stock: 5, since: null } }, false],
    [
      "no fall of an SKU that the warehouse does not know, once that is confirmed",
      { ...FALLEN, target: 0, warehouseStock: null, usual: { stock: 0, since: null } },
      false,
    ],
    [
      "a fall to 0 where a tenth is confirmed",
      { ...FALLEN, target: 0, warehouseStock: 0, usual: { stock: 5, since: null } },
      true,
    ],
    ["a rise to four times the usual stock", RISEN, true],
    ["no rise to less than four times", { ...RISEN, usual: { stock: 6, since } }, false],
    [
      "a rise from 0",
      { ...RISEN, shown: 0, target: 10, warehouseStock: 10, usual: { stock: 0, since } },
      true,
    ],
    [
      "no rise by few units",
      { ...RISEN, target: 9, warehouseStock: 9, shown: 0, usual: { stock: 0, since } },
      false,
    ],
    [
      "no rise where the warehouse has few units more",
      { ...RISEN, shown: 0, target: 10, warehouseStock: 8, usual: { stock: 2, since } },
      false,
    ],
    ["no rise of a store that shows almost as much already", { ...RISEN, shown: 11 }, false],
    ["a rise of a store that shows ten units less", { ...RISEN, shown: 10 }, true],
    ["no rise where the usual stock is unknown", { ...RISEN, usual: null }, false],
    ["no rise to what the warehouse has usually", { ...RISEN, usual: { stock: 20, since } }, false],
    ["no rise that is confirmed", { ...RISEN, usual: { stock: 20, since: null } }, false],
    [
      "a rise beyond what is confirmed",
      { ...RISEN, target: 80, warehouseStock: 80, usual: { stock: 20, since: null } },
      true,
    ],
  ])("is %s", (_what, change, asks) => {
    expect(isJump(change)).toBe(asks);
  });
});

describe("what a look has found is a jump", () => {
  const FALLEN = {
    ...({ verdict: "write", target: 5, warehouseStock: 5 } as const),
    figures: { onHand: 51, available: 50, committed: 1 },
  };
  test.each([
    ["by the quantity on hand", FALLEN, "on_hand", true],
    [
      "by the available quantity",
      { ...FALLEN, figures: { ...FALLEN.figures, onHand: 5 } },
      "available",
      true,
    ],
    [
      "unless the available quantity is right",
      { ...FALLEN, figures: { ...FALLEN.figures, available: 5 } },
      "available",
      false,
    ],
    ["unless it is not stocked there", { ...FALLEN, figures: null }, "on_hand", false],
    ["unless nobody can say what is right", { ...FALLEN, target: null }, "on_hand", false],
    ["unless it is not to be written anyway", { ...FALLEN, verdict: "rejected" }, "on_hand", false],
  ] as const)("%s", (_when, look, mode, jumps) => {
    expect(findsJump({ look, usual: null }, { mode })).toBe(jumps);
  });

  test("a rise against the usual stock", () => {
    const look = { ...FALLEN, target: 500, warehouseStock: 500 };
    expect(findsJump({ look, usual: { stock: 50, since } }, { mode: "on_hand" })).toBe(true);
    expect(findsJump({ look, usual: { stock: 400, since } }, { mode: "on_hand" })).toBe(false);
  });
});

test.each([
  ["the same stock since the same time", { stock: 5, since }, { stock: 5, since: at(0) }, true],
  ["none both times", null, null, true],
  ["another stock", { stock: 5, since }, { stock: 6, since }, false],
  ["the same stock since another time", { stock: 5, since }, { stock: 5, since: at(1) }, false],
  ["the same stock, confirmed", { stock: 5, since }, { stock: 5, since: null }, false],
  ["one that was unknown", null, { stock: 0, since: null }, false],
])("%s", (_what, one, other, same) => {
  expect(isSameUsual(one, other)).toBe(same);
  expect(isSameUsual(other, one)).toBe(same);
});

describe("the usual stock", () => {
  const inSync = (warehouseStock: number | null) => ({ verdict: "equal" as const, warehouseStock });
  const found = (stock: number | undefined, hours: number, brought = 0) => ({
    stock,
    brought,
    at: at(hours),
  });
  const usual = { stock: 30, since };

  test.each([
    ["is unknown at the first look", { usual: null, look: null }, found(30, 0), null],
    [
      "and until it was in sync",
      { usual: null, look: { ...inSync(30), verdict: "write" as const } },
      found(30, 0),
      null,
    ],
    ["is what was in sync", { usual: null, look: inSync(30) }, found(300, 0), usual],
    [
      "none, where the warehouse did not know it",
      { usual: null, look: inSync(null) },
      found(300, 0),
      { stock: 0, since },
    ],
    ["stays for a day", { usual, look: inSync(300) }, found(500, 23), usual],
    ["and until something changes", { usual, look: inSync(300) }, found(300, 24), usual],
    ["and while nothing can be read", { usual, look: inSync(300) }, found(undefined, 24), usual],
    [
      "a day later it is what was in sync before the change",
      { usual, look: inSync(300) },
      found(500, 24),
      { stock: 300, since: at(24) },
    ],
    [
      "but not what waits to be confirmed",
      { usual, look: { verdict: "stopped" as const, warehouseStock: 300 } },
      found(500, 48),
      usual,
    ],
    ["rises with what is received", { usual, look: inSync(30) }, found(500, 1, 470), { stock: 500, since }],
    [
      "also where it is in sync for the first time",
      { usual: null, look: inSync(30) },
      found(500, 0, 470),
      { stock: 500, since },
    ],
    [
      "falls with a receipt that is corrected, and not below 0",
      { usual, look: inSync(30) },
      found(0, 1, -40),
      { stock: 0, since },
    ],
    [
      "is what was confirmed",
      { usual: { stock: 300, since: null }, look: inSync(300) },
      found(310, 1),
      { stock: 300, since: null },
    ],
    [
      "also after a receipt",
      { usual: { stock: 300, since: null }, look: inSync(300) },
      found(310, 1, 10),
      { stock: 310, since: null },
    ],
    [
      "until it is in sync with another stock",
      { usual: { stock: 300, since: null }, look: inSync(299) },
      found(30, 1),
      { stock: 299, since: at(1) },
    ],
  ])("%s", (_when, before, now, after) => {
    expect(usualAfter(before, now)).toEqual(after);
  });

  /** A variant that is in sync after every change, as in a store where few change at once. */
  const changes = fc.array(
    fc.record({
      stock: fc.oneof(fc.nat(40), fc.nat(2_000)),
      brought: fc.oneof(fc.constant(0), fc.nat(400)),
      minutes: fc.integer({ min: 1, max: 400 }),
    }),
    { minLength: 2, maxLength: 40 },
  );
  /** A day of it may have begun with a stock that the change before had left, which was at most so long ago. */
  const LOOKED_BACK_MS = JUMPS_COUNT_MS + 2 * 400 * 60_000;

  test.each([
    ["is one when it is beyond four times all that was there lately", "always"],
    ["is none when it is below four times all that was there lately", "never"],
  ] as const)("a rise %s, however many steps it took", (_when, which) => {
    let asked = 0;
    fc.assert(
      fc.property(fc.nat(500), changes, (first, steps) => {
        let usual: UsualStock | null = null;
        let now = since.getTime();
        let received = 0;
        const past = [{ at: now, stock: first, received }];
        for (const { stock, brought, minutes } of steps) {
          const last = past.at(-1)!;
          now += minutes * 60_000;
          received += brought;
          usual = usualAfter({ usual, look: inSync(last.stock) }, { stock, brought, at: new Date(now) });
          const lately = past.filter(({ at }) => now - at < LOOKED_BACK_MS);
          const levels = lately.map((then) => then.stock + received - then.received);
          const jumps = isJump({ shown: last.stock, target: stock, warehouseStock: stock, usual });
          const [least, greatest] = [Math.min(...levels), Math.max(...levels)];
          if (stock > last.stock) {
            if (which === "always" && stock >= 4 * greatest && stock - greatest >= 10) {
              asked += 1;
              expect(jumps).toBe(true);
            }
            if (which === "never" && stock < 4 * least) {
              asked += 1;
              expect(jumps).toBe(false);
            }
          }
          past.push({ at: now, stock, received });
        }
      }),
      { numRuns: 300 },
    );
    expect(asked).toBeGreaterThan(0);
  });
});

test.each([
  ["nine of a large store are an ordinary day", 9, 5_000, true],
  ["ten are not", 10, 5_000, false],
  ["half of a small store is an ordinary day", 3, 6, true],
  ["most of it is not", 4, 6, false],
  ["nor are three of five", 3, 5, false],
  ["nor is a whole store of three", 3, 3, false],
  ["two variants that sell out together are", 2, 2, true],
])("%s", (_what, jumps, mapped, few) => {
  expect(isFew(jumps, mapped)).toBe(few);
});

test.each([
  ["a tenth of the shop is within a tenth", 100, 1_000, 10, false],
  ["one more is beyond it", 101, 1_000, 10, true],
  ["everything is within everything", 1_000, 1_000, 100, false],
  ["so is 29 of a hundred within 29 %, which cannot be told in fractions", 29, 100, 29, false],
  ["a single one is beyond nothing", 1, 1_000, 0, true],
])("%s", (_what, jumps, mapped, stopBeyond, isBeyond) => {
  expect(isBeyondShare(jumps, { mapped, stopBeyond })).toBe(isBeyond);
});
