import { describe, expect, test } from "vitest";
import { joinLines } from "../../app/domain/returns/join-lines.ts";
import {
  backOf,
  disposedOf,
  isAwaited,
  isSettled,
  outstandingOf,
  readLines,
  shippedElsewhere,
  type ReturnLine,
} from "../../app/domain/returns/return-lines.ts";
import { wantedLines } from "../../app/domain/returns/announce/wanted-lines.ts";
import type { DispositionType, ReverseOrder, ShopReturnLine } from "../../app/shopify/returns.ts";
import { dispositions, line } from "./support/lines.ts";

/** A line of a return, of something that was sold under its own name. */
const sold = (id: string, quantity: number, over: Partial<NonNullable<ShopReturnLine["sold"]>> = {}) => ({
  ...{ id: `return-${id}`, quantity, unprocessed: quantity, note: "" },
  sold: {
    fulfillmentLineItemId: id,
    title: id,
    variantTitle: null,
    sku: id,
    variantId: `variant-${id}`,
    ...over,
  },
});
const mapped = (sku: string) => ({ goods: "mapped" as const, components: [{ sku, quantity: 1 }] });

function reverseOrder(...lines: [string | null, Partial<Record<DispositionType, number>>][]): ReverseOrder {
  return {
    ...{ id: "r", isOpen: true, deliveries: [] },
    lines: lines.map(([fulfillmentLineItemId, disposed], index) => ({
      ...{ id: `r${index}`, quantity: 9, fulfillmentLineItemId },
      dispositions: Object.entries(disposed).map(([type, quantity]) => ({
        type: type as DispositionType,
        quantity,
      })),
    })),
  };
}

describe("the lines of a return", () => {
  test("are as they were sold, with their goods, and nothing has come in of them", () => {
    const of = { title: "Mug", variantTitle: "Blue", sku: "M-1" };
    expect(joinLines({ lines: [sold("a", 2, of)], reverseOrders: [] }, [mapped("MUG")])).toEqual([
      {
        ...{
          id: "a",
          title: "Mug",
          variantTitle: "Blue",
          soldSku: "M-1",
          variantId: "variant-a",
          quantity: 2,
        },
        ...{ goods: "mapped", components: [{ sku: "MUG", quantity: 1 }], good: 0, defective: 0, unclear: 0 },
        disposed: dispositions({}),
      },
    ]);
  });

  test("are one for each line that was sent out, whatever was sent back apart", () => {
    const lines = joinLines({ lines: [sold("a", 2), sold("b", 1), sold("a", 3)], reverseOrders: [] }, [
      ...[mapped("MUG"), mapped("CUP"), mapped("MUG")],
    ]);
    expect(lines.map(({ id, quantity, components }) => [id, quantity, components[0]?.sku])).toEqual([
      ["a", 5, "MUG"],
      ["b", 1, "CUP"],
    ]);
  });

  test("are by themselves, under the shopper's words, where nobody knows what was sent back", () => {
    const unverified = { id: "return-x", quantity: 1, unprocessed: 1, note: "a blue thing", sold: null };
    const goods = { goods: "unverified" as const, components: [] };
    expect(joinLines({ lines: [unverified], reverseOrders: [] }, [goods])).toMatchObject([
      { id: "return-x", title: "a blue thing", variantTitle: null, soldSku: null, variantId: null },
    ]);
  });

  test("take what was disposed of without a fulfillment line, where nobody knows what was sent back", () => {
    const unverified = (id: string) => ({ id, quantity: 2, unprocessed: 2, note: "a thing", sold: null });
    const goods = { goods: "unverified" as const, components: [] };
    const reverseOrders = [reverseOrder([null, { NOT_RESTOCKED: 2 }], [null, { MISSING: 1 }])];
    const lines = joinLines({ lines: [unverified("x"), unverified("y")], reverseOrders }, [goods, goods]);
    expect(lines.map(({ disposed }) => disposed)).toEqual([
      dispositions({ NOT_RESTOCKED: 2 }),
      dispositions({ MISSING: 1 }),
    ]);
  });

  test("know what was disposed of on all reverse orders, of themselves alone", () => {
    const reverseOrders = [
      reverseOrder(["a", { RESTOCKED: 1, MISSING: 1 }], ["b", { NOT_RESTOCKED: 1 }]),
      reverseOrder(["a", { RESTOCKED: 2 }], [null, { RESTOCKED: 5 }], ["gone", { RESTOCKED: 7 }]),
    ];
    const lines = joinLines({ lines: [sold("a", 5), sold("b", 1)], reverseOrders }, [
      mapped("A"),
      mapped("B"),
    ]);
    expect(lines.map(({ disposed }) => disposed)).toEqual([
      dispositions({ RESTOCKED: 3, MISSING: 1 }),
      dispositions({ NOT_RESTOCKED: 1 }),
    ]);
  });
});

describe("of five pieces", () => {
  const five = (over: Partial<ReturnLine>) => ({ ...line("a", 5, { MUG: 1 }), ...over });
  const ALL = dispositions({ RESTOCKED: 1, NOT_RESTOCKED: 1, PROCESSING_REQUIRED: 1, MISSING: 1 });
  test.each<[string, Partial<ReturnLine>, { disposed: number; back: number; outstanding: number }]>([
    ["nothing has come", {}, { disposed: 0, back: 0, outstanding: 5 }],
    ["some have come", { good: 2, defective: 1 }, { disposed: 0, back: 0, outstanding: 2 }],
    ["more have come", { good: 4, defective: 2 }, { disposed: 0, back: 0, outstanding: 0 }],
    ["somebody disposed of some in every way", { disposed: ALL }, { disposed: 4, back: 3, outstanding: 1 }],
    [
      "what has come is disposed of, and counts once",
      { good: 2, disposed: dispositions({ RESTOCKED: 2 }) },
      { disposed: 2, back: 2, outstanding: 3 },
    ],
    [
      "some have come and others count as missing",
      { good: 2, disposed: dispositions({ MISSING: 2 }) },
      { disposed: 2, back: 0, outstanding: 1 },
    ],
    [
      "that are not mapped nothing is to come",
      { goods: "unmapped" },
      { disposed: 0, back: 0, outstanding: 0 },
    ],
  ])("%s", (_what, over, counts) => {
    const one = five(over);
    expect({ disposed: disposedOf(one), back: backOf(one), outstanding: outstandingOf(one) }).toEqual(counts);
  });
});

test("lines that another location shipped are those that are mapped and not all disposed of", () => {
  const elsewhere = { ...line("a", 2, { MUG: 1 }), isSent: false };
  const half = { ...elsewhere, id: "b", disposed: dispositions({ RESTOCKED: 1 }) };
  const others: ReturnLine[] = [
    line("c", 2, { MUG: 1 }),
    { ...elsewhere, id: "d", goods: "ignored" },
    { ...elsewhere, id: "e", disposed: dispositions({ RESTOCKED: 2 }) },
  ];
  expect(shippedElsewhere([...others, elsewhere, half])).toEqual([elsewhere, half]);
});

describe("a return is settled", () => {
  const done = line("a", 2, { MUG: 1 }, dispositions({ RESTOCKED: 1, MISSING: 1 }));
  test.each<[string, ReturnLine[], boolean]>([
    ["when every piece is disposed of", [done, done], true],
    ["or more than that", [{ ...done, quantity: 1 }], true],
    ["not while one is left", [done, { ...done, quantity: 3 }], false],
    ["not when nothing was sent back", [], false],
    ["whatever lines the merchant set aside", [done, { ...line("b", 2, {}), goods: "ignored" }], true],
    ["not while all lines are set aside", [{ ...line("b", 2, {}), goods: "ignored" }], false],
  ])("%s", (_when, lines, settled) => {
    expect(isSettled(lines)).toBe(settled);
  });
});

describe("what is announced of a return", () => {
  test("is what is mapped, piece by piece", () => {
    const lines = [
      line("a", 2, { LID: 1, JAR: 2 }),
      line("b", 3, { JAR: 1 }),
      { ...line("c", 9, { POT: 1 }), goods: "ignored" as const },
      line("d", 0, { BOX: 1 }),
    ];
    expect(wantedLines(lines)).toEqual(
      new Map([
        ["LID", 2],
        ["JAR", 7],
      ]),
    );
  });
});

describe("lines kept with a return", () => {
  test("are read as they were kept", () => {
    const lines = [
      line("a", 2, { LID: 1 }),
      { ...line("b", 0, {}), variantTitle: "Blue", soldSku: null, variantId: null },
    ];
    expect(readLines(JSON.parse(JSON.stringify(lines)))).toEqual(lines);
  });

  test.each(["mapped", "unmapped", "ignored", "custom", "unverified"] as const)(
    "may be of goods that are %s",
    (goods) => {
      const lines = [{ ...line("a", 1, {}), goods }];
      expect(readLines(lines)).toEqual(lines);
    },
  );

  test("are sent, without units of unknown condition or settled before, where an earlier version kept them", () => {
    const { isSent: _isSent, unclear: _unclear, settledBefore: _before, ...older } = line("a", 2, { LID: 1 });
    expect(readLines([older])).toEqual([line("a", 2, { LID: 1 })]);
  });

  const [kept] = [line("a", 2, { LID: 1 })];
  test.each([
    ["no list", kept],
    ["fewer than no pieces", [{ ...kept, quantity: -1 }]],
    ["half a piece", [{ ...kept, good: 0.5 }]],
    ["goods of no pieces", [{ ...kept, components: [{ sku: "LID", quantity: 0 }] }]],
    ["goods of another kind", [{ ...kept, goods: "lost" }]],
    ["a way to dispose of pieces that there is not", [{ ...kept, disposed: { ...kept.disposed, BURNT: 1 } }]],
    ["a way to dispose of pieces left out", [{ ...kept, disposed: { RESTOCKED: 1 } }]],
  ])("are refused with %s: only a mistake of ours can cause that", (_what, lines) => {
    expect(() => readLines(lines)).toThrow();
  });
});

describe("something is still to come", () => {
  const open = line("mug", 2, { MUG: 1 });
  const came = { ...open, good: 2 };
  const gone = line("mug", 2, { MUG: 1 }, dispositions({ MISSING: 2 }));
  const unmapped = { ...line("vase", 1, {}), goods: "unmapped" as const };
  test.each<[string, boolean, ReturnLine[]]>([
    ["of a line that was sent", true, [open]],
    ["of one of two lines", true, [came, open]],
    ["of a line of which not all has come", true, [{ ...open, good: 1 }]],
    ["of a line whose variant is no longer mapped", true, [came, unmapped]],
    ["not of what has come", false, [came]],
    ["not of what counts as missing", false, [gone]],
    ["not of what was settled by hand", false, [{ ...unmapped, disposed: dispositions({ RESTOCKED: 1 }) }]],
    ["not of what is not sent", false, [came, { ...open, isSent: false }]],
    ["not of what is ignored", false, [came, { ...open, goods: "ignored" }]],
    ["not of nothing", false, []],
  ])("%s", (_what, expected, lines) => {
    expect(isAwaited(lines)).toBe(expected);
  });
});
