import { describe, expect, test } from "vitest";
import { hasCome, receivedOn, unitsInDetails } from "../../app/domain/inbounds/inbound-receipts.ts";
import { shownReceipt } from "../support/shown-receipt.ts";

type Shown = Parameters<typeof receivedOn>[0];
const UNSAID = { receiptDate: null, vendorShipmentNo: null, lines: null };
const counted = (sku: string, quantityReceived: number | null) => ({
  ...{ ref: sku, sku, quantity: 9, quantityReceived },
});
const inbound = (over: Partial<Shown>): Shown => ({ ref: "return-1", lines: [], receipts: [], ...over });

describe("something has come in", () => {
  test.each<[string, boolean, Partial<Shown>]>([
    [
      "not on an inbound without receipts and counts",
      false,
      { lines: [counted("MUG", 0), counted("CUP", null)] },
    ],
    ["not where both are left out", false, { lines: null, receipts: null }],
    ["where a line counts it", true, { lines: [counted("CUP", 0), counted("MUG", 1)], receipts: null }],
    ["where a receipt shows it", true, { lines: null, receipts: [shownReceipt(["MUG", 1, false])] }],
    ["where a receipt leaves out its lines", true, { receipts: [UNSAID] }],
    ["where a receipt has no lines", true, { receipts: [shownReceipt()] }],
    [
      "not where a receipt is another inbound's",
      false,
      { receipts: [shownReceipt(["MUG", 1, false, "return-2"])] },
    ],
    [
      "where one of several receipts is this inbound's",
      true,
      {
        receipts: [shownReceipt(["MUG", 1, false, "return-2"]), shownReceipt(["MUG", 1, false, "return-1"])],
      },
    ],
  ])("%s: %s", (_where, has, shown) => {
    expect(hasCome(inbound(shown))).toBe(has);
  });
});

describe("units received", () => {
  type Sums = [good: number, defective: number, unclear: number];
  test.each<[string, Partial<Shown>, Record<string, Sums>, boolean]>([
    [
      "are those of all receipts, by condition",
      {
        receipts: [
          shownReceipt(["MUG", 2, false], ["MUG", 1, true]),
          shownReceipt(["MUG", 3, null], ["CUP", 1, false]),
        ],
      },
      { MUG: [2, 1, 3], CUP: [1, 0, 0] },
      true,
    ],
    [
      "that lines count beyond the receipts are of unknown condition",
      {
        lines: [counted("MUG", 3), counted("MUG", 1), counted("CUP", 1)],
        receipts: [shownReceipt(["MUG", 2, false])],
      },
      { MUG: [2, 0, 2], CUP: [0, 0, 1] },
      true,
    ],
    [
      "are what receipts show, where lines count no more",
      { lines: [counted("MUG", 2), counted("CUP", 0)], receipts: [shownReceipt(["MUG", 2, false])] },
      { MUG: [2, 0, 0] },
      true,
    ],
    [
      "are known where every line counts, without receipts",
      { lines: [counted("MUG", 1)], receipts: null },
      { MUG: [0, 0, 1] },
      true,
    ],
    [
      "are not all known where a line does not count, without receipts",
      { lines: [counted("MUG", 1), counted("CUP", null)], receipts: null },
      { MUG: [0, 0, 1] },
      false,
    ],
    ["are not known where both are left out", { lines: null, receipts: null }, {}, false],
    [
      "are known where receipts say it, without lines",
      { lines: null, receipts: [shownReceipt(["MUG", 1, false])] },
      { MUG: [1, 0, 0] },
      true,
    ],
    [
      "are less once a receipt is taken back, and never less than none",
      {
        receipts: [
          shownReceipt(["MUG", 3, false], ["CUP", 1, true]),
          shownReceipt(["MUG", -1, false], ["CUP", -2, true]),
        ],
      },
      { MUG: [2, 0, 0], CUP: [0, 0, 0] },
      true,
    ],
    [
      "that are taken back in unknown condition are taken of the good ones",
      { receipts: [shownReceipt(["MUG", 3, false], ["MUG", 1, true], ["MUG", -2, null])] },
      { MUG: [1, 1, 0] },
      true,
    ],
    [
      "that are taken back in unknown condition are defective ones where there are not so many good ones",
      { receipts: [shownReceipt(["MUG", 1, false], ["MUG", 3, true], ["MUG", -2, null])] },
      { MUG: [0, 2, 0] },
      true,
    ],
    [
      "that are taken back in unknown condition are defective ones where there is less than no good one",
      { receipts: [shownReceipt(["MUG", -1, false], ["MUG", 3, true], ["MUG", -1, null])] },
      { MUG: [0, 2, 0] },
      true,
    ],
  ])("%s", (_what, shown, sums, isComplete) => {
    const received = receivedOn(inbound(shown));
    expect(received).toMatchObject({ unread: [], isComplete });
    expect(
      Object.fromEntries(
        [...received.units].map(([sku, { good, defective, unclear }]) => [sku, [good, defective, unclear]]),
      ),
    ).toEqual(sums);
  });

  test("on lines that cannot be read are unknown, unless the inbound's lines count them", () => {
    const receipts = [shownReceipt(["MUG", 1, false], [null, 2, false], ["CUP", null, false]), UNSAID];
    const unread = [
      { sku: null, quantity: 2 },
      { sku: "CUP", quantity: null },
      { sku: null, quantity: null },
    ];
    expect(receivedOn(inbound({ lines: null, receipts }))).toMatchObject({ unread, isComplete: false });
    expect(receivedOn(inbound({ lines: [counted("MUG", 1)], receipts }))).toMatchObject({
      ...{ unread, isComplete: true },
    });
  });
});

test("a timeline names units of unknown condition only where there are some", () => {
  expect(unitsInDetails({ good: 1, defective: 2, unclear: 0 })).toEqual({ good: 1, defective: 2 });
  expect(unitsInDetails({ good: 0, defective: 0, unclear: 3 })).toEqual({
    good: 0,
    defective: 0,
    unclear: 3,
  });
});
