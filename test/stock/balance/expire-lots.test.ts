import { expect, test } from "vitest";
import { expireLots } from "../../../app/domain/stock/balance/expire-lots.ts";
import { A, balance, lot, SINGLE, state } from "./support.ts";

const BEFORE = 50;
const EXPIRY = { before: BEFORE, receiptsCountedUntil: BEFORE, awaitingBefore: () => BEFORE };
const lots = [lot(2, 10), lot(3, 50)];
const promised = (units: number) => new Map([[A, units]]);

test("what has waited longer is dropped, on both sides, and named", () => {
  const both = { awaiting: lots, uncertain: lots };
  const of = { ...both, departed: lots, matched: lots, returned: lots, early: lots, cancelled: lots };
  const { state: after, expired } = expireLots(state({ of, unconfirmed: lots }), {
    ...EXPIRY,
    promised: promised(9),
  });
  const left = [lot(3, 50)];
  expect(after.balances.get(A)).toEqual(
    balance({
      ...{ awaiting: left, uncertain: left, departed: left, matched: left },
      ...{ returned: left, early: left, cancelled: left },
    }),
  );
  expect(after.variants.get(SINGLE)!.unconfirmed).toEqual(left);
  expect([...expired]).toEqual([[A, { awaiting: 4, departed: 2 }]]);
});

test.each([
  { until: 10, left: lots },
  { until: 11, left: [lot(3, 50)] },
])("what came in before $until, when receipts were read last, is dropped", ({ until, left }) => {
  const { state: after } = expireLots(state({ of: { early: lots, departed: lots } }), {
    ...EXPIRY,
    receiptsCountedUntil: until,
    promised: promised(0),
  });
  expect(after.balances.get(A)).toEqual(balance({ early: left, departed: [lot(3, 50)] }));
});

test.each(["on_hand", "available"] as const)(
  "in %s mode what awaits dispatch stays where its parcel may not have been seen",
  (mode) => {
    const { state: after } = expireLots(state({ of: { awaiting: lots, matched: lots } }, mode), {
      ...EXPIRY,
      awaitingBefore: (sku) => (sku === A ? 10 : BEFORE),
      promised: promised(0),
    });
    expect(after.balances.get(A)).toEqual(balance({ awaiting: lots, matched: [lot(3, 50)] }));
  },
);

test("what has not waited long enough stays, and nothing is named", () => {
  const of = { awaiting: [lot(3, 50)], matched: lots };
  expect([...expireLots(state({ of }), { ...EXPIRY, promised: promised(0) }).expired]).toEqual([]);
});

test.each([
  { committed: 0, left: [lot(3, 50)] },
  { committed: 3, left: [lot(3, 50)] },
  { committed: 4, left: [lot(1, 10), lot(3, 50)] },
  { committed: 9, left: lots },
])("in available mode $committed committed units are not released", ({ committed, left }) => {
  const before = state({ of: { awaiting: lots } }, "available");
  const { state: after } = expireLots(before, { ...EXPIRY, promised: promised(committed) });
  expect(after.balances.get(A)!.awaiting).toEqual(left);
});

test("in available mode an SKU that nobody has ordered keeps nothing", () => {
  const before = state({ of: { awaiting: [lot(2, 10)] } }, "available");
  expect(expireLots(before, { ...EXPIRY, promised: new Map() }).state.balances.get(A)!.awaiting).toEqual([]);
});
