import fc from "../support/fast-check.ts";
import { describe, expect, test } from "vitest";
import { isPurchaseRef, refOfPurchase, suggestSupplierRef } from "../../app/domain/inbounds/purchase-ref.ts";
import {
  isRefOf,
  nextRef,
  numberOf,
  refOfReturn,
  returnIdOf,
  returnOfRef,
} from "../../app/domain/returns/return-ref.ts";

const number = fc.bigInt({ min: 1n, max: 10n ** 19n }).map(String);

describe("a return's reference at the warehouse", () => {
  test("tells which return it is, however often it was announced again", () => {
    fc.assert(
      fc.property(number, fc.integer({ min: 0, max: 12 }), (one, times) => {
        const returnId = returnIdOf(one);
        expect(returnId).toBe(`gid://shopify/Return/${one}`);
        expect(numberOf(returnId)).toBe(one);
        let ref = refOfReturn(returnId);
        for (let time = 0; time < times; time++) ref = nextRef(ref);
        expect(ref).toBe(times === 0 ? `return-${one}` : `return-${one}-${times + 1}`);
        expect(returnOfRef(ref)).toBe(returnId);
      }),
    );
  });

  test.each([
    "",
    "return-",
    "return-x",
    "return-1-",
    "return-1-x",
    "return-1-2-3",
    "my-return-1",
    "return-1 ",
    "purchase-1",
  ])("is none: %j", (ref) => expect(returnOfRef(ref)).toBeNull());

  test("whatever an inbound is called, it is a return's or it is not", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."return-019") })), (ref) => {
        const returnId = returnOfRef(ref);
        if (returnId !== null) expect(ref.startsWith(refOfReturn(returnId))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  ["return-7", "return-7-2"],
  ["return-7-2", "return-7-3"],
  ["return-7-9", "return-7-10"],
  ["my-return-7", "my-return-7-2"],
  ["return-7-b", "return-7-b-2"],
])("an inbound called %s is announced again as %s", (ref, next) => expect(nextRef(ref)).toBe(next));

test.each([
  ["return-7", "return-7", true],
  ["return-7-2", "return-7", true],
  ["return-7-2", "return-7-2", true],
  ["return-7-10", "return-7-9", true],
  ["return-7", "return-7-2", false],
  ["return-7-2", "return-7-3", false],
  ["return-7", "return-71", false],
  ["return-7", "other", false],
  ["other", "other", false],
])("of a return whose inbound is %s, %s is or was one: %s", (inboundRef, ref, is) => {
  expect(isRefOf({ inboundRef }, ref)).toBe(is);
});

describe("a purchase's reference at the warehouse", () => {
  const FORM = "0a1b2c3d-1111-4111-8111-111111111111";
  const REF = `purchase-${FORM}`;

  test("is known for one, by the form it was announced in", () => {
    expect(refOfPurchase(FORM)).toBe(REF);
    expect(isPurchaseRef(REF)).toBe(true);
    expect(suggestSupplierRef(FORM)).toBe("P-0A1B2C3D");
  });

  test.each([
    ...[
      "",
      "purchase-",
      "purchase-1",
      `x${REF}`,
      `${REF}-2`,
      REF.replace("0a", "0A"),
      REF.replace("0a", "0g"),
    ],
    ...[REF.replaceAll("-", ""), FORM, REF.replace("-1111", "")],
  ])("is none: %j", (ref) => expect(isPurchaseRef(ref)).toBe(false));
});
