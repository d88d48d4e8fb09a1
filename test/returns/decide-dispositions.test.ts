import { describe, expect, test } from "vitest";
import {
  decideDispositions,
  type DispositionReadings,
} from "../../app/domain/returns/settle/decide-dispositions.ts";
import type { DispositionType, ReverseOrder } from "../../app/shopify/returns.ts";
import { dispositions, line } from "./support/lines.ts";

type Disposed = Partial<Record<DispositionType, number>>;

interface Case {
  quantity: number;
  good?: number;
  defective?: number;
  disposed?: Disposed;
  restock?: boolean;
  defectiveAs?: DispositionReadings["policy"]["defectiveAs"];
  countMissing?: boolean;
  custom?: boolean;
}

/** What is disposed of a line that has one reverse order's line to itself. */
function decided(about: Case): Disposed {
  const { quantity, good = 0, defective = 0, disposed = {}, custom = false } = about;
  const one = { ...line("a", quantity, { MUG: 1 }, dispositions(disposed)), good, defective };
  if (custom) one.variantId = null;
  return ofAll(
    decideDispositions({
      lines: [one],
      reverseOrders: [reverseOrder("r", [["a", quantity, disposed]])],
      policy: { restock: about.restock ?? true, defectiveAs: about.defectiveAs ?? "not_restocked" },
      countMissing: about.countMissing ?? false,
    }),
  );
}

function reverseOrder(id: string, lines: [string, number, Disposed?][], isOpen = true): ReverseOrder {
  return {
    ...{ id, isOpen, deliveries: [] },
    lines: lines.map(([fulfillmentLineItemId, quantity, disposed = {}], index) => ({
      ...{ id: `${id}${index + 1}`, quantity, fulfillmentLineItemId },
      dispositions: Object.entries(disposed).map(([type, pieces]) => ({
        type: type as DispositionType,
        quantity: pieces,
      })),
    })),
  };
}

function ofAll(disposals: ReturnType<typeof decideDispositions>): Disposed {
  const all: Disposed = {};
  for (const { type, quantity } of disposals.flatMap((one) => one.dispositions))
    all[type] = (all[type] ?? 0) + quantity;
  return all;
}

test.each<[string, Case, Disposed]>([
  ["nothing has come", { quantity: 2 }, {}],
  ["good ones are restocked", { quantity: 2, good: 2 }, { RESTOCKED: 2 }],
  ["defective ones are not", { quantity: 2, good: 1, defective: 1 }, { RESTOCKED: 1, NOT_RESTOCKED: 1 }],
  [
    "or wait for a decision",
    { quantity: 1, defective: 1, defectiveAs: "processing_required" },
    { PROCESSING_REQUIRED: 1 },
  ],
  ["or are the merchant's", { quantity: 2, good: 1, defective: 1, defectiveAs: "left" }, { RESTOCKED: 1 }],
  ["as good ones may be", { quantity: 2, good: 1, defective: 1, restock: false }, { NOT_RESTOCKED: 1 }],
  ["only what is new", { quantity: 3, good: 2, disposed: { RESTOCKED: 1 } }, { RESTOCKED: 1 }],
  ["nothing twice", { quantity: 3, good: 2, defective: 1, disposed: { RESTOCKED: 2, NOT_RESTOCKED: 1 } }, {}],
  ["a good one somebody did not restock", { quantity: 1, good: 1, disposed: { NOT_RESTOCKED: 1 } }, {}],
  [
    "somebody took one of two",
    { quantity: 2, good: 2, disposed: { PROCESSING_REQUIRED: 1 } },
    { RESTOCKED: 1 },
  ],
  [
    "somebody took one of two, and more may come",
    { quantity: 5, good: 2, disposed: { PROCESSING_REQUIRED: 1 } },
    { RESTOCKED: 1 },
  ],
  [
    "nothing twice where good ones are the merchant's",
    { quantity: 5, good: 1, defective: 1, restock: false, disposed: { NOT_RESTOCKED: 1 } },
    {},
  ],
  [
    "somebody restocked a defective one",
    { quantity: 2, good: 1, defective: 1, disposed: { RESTOCKED: 2 } },
    {},
  ],
  ["somebody was ahead of the receipt", { quantity: 3, good: 1, disposed: { RESTOCKED: 2 } }, {}],
  [
    "a piece that counted as missing came",
    { quantity: 2, good: 2, disposed: { MISSING: 1 } },
    { RESTOCKED: 1 },
  ],
  ["more was disposed of than was returned", { quantity: 1, good: 1, disposed: { NOT_RESTOCKED: 3 } }, {}],
  [
    "a custom item cannot be restocked",
    { quantity: 2, good: 1, defective: 1, custom: true },
    { NOT_RESTOCKED: 2 },
  ],
  [
    "nor is what it was disposed of instead taken for a defective one",
    {
      quantity: 2,
      good: 1,
      defective: 1,
      custom: true,
      disposed: { NOT_RESTOCKED: 1 },
      defectiveAs: "processing_required",
    },
    { PROCESSING_REQUIRED: 1 },
  ],
  ["what is short is nothing by itself", { quantity: 3, good: 1 }, { RESTOCKED: 1 }],
  [
    "missing is what has not come",
    { quantity: 3, good: 1, countMissing: true },
    { RESTOCKED: 1, MISSING: 2 },
  ],
  [
    "and not yet counted so",
    { quantity: 3, good: 1, disposed: { MISSING: 1 }, countMissing: true },
    { RESTOCKED: 1, MISSING: 1 },
  ],
  [
    "nor disposed of without a receipt",
    { quantity: 3, disposed: { RESTOCKED: 2 }, countMissing: true },
    { MISSING: 1 },
  ],
])("%s", (_name, about, expected) => {
  const all = decided(about);
  expect(all).toEqual(expected);
});

const all: Omit<DispositionReadings, "lines" | "reverseOrders"> = {
  policy: { restock: true, defectiveAs: "not_restocked" },
  countMissing: false,
};

test("each reverse order is disposed of by itself, each line up to what is left of it", () => {
  const one = { ...line("a", 4, { MUG: 1 }, dispositions({ RESTOCKED: 1 })), good: 3, defective: 1 };
  const other = { ...line("b", 1, { CUP: 1 }), good: 1 };
  const reverseOrders = [
    reverseOrder("r", [
      ["a", 2, { RESTOCKED: 1 }],
      ["b", 1],
    ]),
    reverseOrder("s", [["a", 2]]),
  ];
  expect(decideDispositions({ ...all, lines: [one, other], reverseOrders })).toEqual([
    {
      reverseOrderId: "r",
      dispositions: [
        { reverseLineId: "r1", type: "RESTOCKED", quantity: 1, before: 1, variantId: "variant-a" },
        { reverseLineId: "r2", type: "RESTOCKED", quantity: 1, before: 0, variantId: "variant-b" },
      ],
    },
    {
      reverseOrderId: "s",
      dispositions: [
        { reverseLineId: "s1", type: "RESTOCKED", quantity: 1, before: 0, variantId: "variant-a" },
        { reverseLineId: "s1", type: "NOT_RESTOCKED", quantity: 1, before: 0, variantId: null },
      ],
    },
  ]);
});

test("a reverse order that is closed is left alone", () => {
  const one = { ...line("a", 1, { MUG: 1 }), good: 1 };
  expect(
    decideDispositions({ ...all, lines: [one], reverseOrders: [reverseOrder("r", [["a", 1]], false)] }),
  ).toEqual([]);
});

describe("where the shop has more to dispose of than was returned", () => {
  const ofTwo = (over: Partial<ReturnType<typeof line>>, disposed: Disposed = {}) => {
    const one = { ...line("a", 2, { MUG: 1 }, dispositions(disposed)), ...over };
    return decideDispositions({
      ...all,
      lines: [one],
      reverseOrders: [reverseOrder("r", [["a", 9, disposed]])],
    });
  };

  test("no more is disposed of than was returned, good ones first", () => {
    expect(ofAll(ofTwo({ good: 3 }))).toEqual({ RESTOCKED: 2 });
    expect(ofAll(ofTwo({ good: 2, defective: 2 }))).toEqual({ RESTOCKED: 2 });
    expect(ofAll(ofTwo({ good: 3 }, { MISSING: 1 }))).toEqual({ RESTOCKED: 1 });
  });

  test("what was there before is counted of each kind by itself", () => {
    expect(ofTwo({ good: 1, defective: 1 }, { NOT_RESTOCKED: 1 })[0]?.dispositions).toEqual([
      { reverseLineId: "r1", type: "RESTOCKED", quantity: 1, before: 0, variantId: "variant-a" },
    ]);
  });
});

test("good and defective ones of a custom item are disposed of as one", () => {
  const one = { ...line("a", 2, { MUG: 1 }), good: 1, defective: 1, variantId: null };
  const reverseOrders = [reverseOrder("r", [["a", 2]])];
  expect(decideDispositions({ ...all, lines: [one], reverseOrders })[0]?.dispositions).toEqual([
    { reverseLineId: "r1", type: "NOT_RESTOCKED", quantity: 2, before: 0, variantId: null },
  ]);
});
