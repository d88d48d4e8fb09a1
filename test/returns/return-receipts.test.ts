import { describe, expect, test } from "vitest";
import type { Sku } from "../../app/domain/ids.ts";
import { wantedLines } from "../../app/domain/returns/announce/wanted-lines.ts";
import {
  askedOf,
  disposedSince,
  outstandingOf,
  settledWithoutReceipt,
  turnedUpOf,
} from "../../app/domain/returns/return-lines.ts";
import {
  broughtEarlier,
  readReadings,
  sumOf,
  withInbound,
  withoutParcels,
  type Reading,
} from "../../app/domain/returns/settle/return-receipts.ts";
import { shownReceipt } from "../support/shown-receipt.ts";
import { dispositions, line } from "./support/lines.ts";

type Shown = NonNullable<Parameters<typeof withInbound>[1]>;
const shown = (over: Partial<Shown> = {}): Shown => ({ ref: "return-1", lines: null, receipts: [], ...over });
const counted = (sku: string, quantityReceived: number | null) => ({
  ...{ ref: sku, sku, quantity: 9, quantityReceived },
});
const units = (sku: string, good: number, over: Partial<Reading["units"][number]> = {}) => ({
  ...{ sku, good, defective: 0, unclear: 0, mostGood: good, most: good, ...over },
});
const read = (ref: string, ...some: Reading["units"]): Reading => ({
  ...{ ref, units: some, unread: [], receipts: [] },
});

describe("what is stored of a return's inbounds", () => {
  test.each<[string, Reading[], Shown | null, Reading[]]>([
    [
      "stands while there is no inbound",
      [read("return-1", units("MUG", 1))],
      null,
      [read("return-1", units("MUG", 1))],
    ],
    ["is nothing before anything came", [], shown(), []],
    [
      "is what came first",
      [],
      shown({ receipts: [shownReceipt(["MUG", 2])] }),
      [read("return-1", units("MUG", 2))],
    ],
    [
      "is what came on each",
      [read("return-1", units("MUG", 1))],
      shown({ ref: "return-1-2", receipts: [shownReceipt(["MUG", 2])] }),
      [read("return-1", units("MUG", 1)), read("return-1-2", units("MUG", 2))],
    ],
    [
      "remembers the most that was shown",
      [read("return-1", units("MUG", 3))],
      shown({ receipts: [shownReceipt(["MUG", 1], ["MUG", 1, true])] }),
      [read("return-1", units("MUG", 1, { defective: 1, mostGood: 3, most: 3 }))],
    ],
    [
      "is nothing once all of it is taken back",
      [read("return-1", units("MUG", 1))],
      shown({ lines: [counted("MUG", 0)] }),
      [read("return-1", units("MUG", 0, { mostGood: 1, most: 1 }))],
    ],
    [
      "stands when neither receipts nor counts are shown",
      [read("return-1", units("MUG", 1))],
      shown({ receipts: null }),
      [read("return-1", units("MUG", 1))],
    ],
    [
      "stands for an SKU that is not counted while others are",
      [read("return-1", units("MUG", 2))],
      shown({ receipts: null, lines: [counted("MUG", null), counted("LID", 1)] }),
      [read("return-1", units("MUG", 2), units("LID", 0, { unclear: 1, most: 1 }))],
    ],
    [
      "stands when lines that had counted more than the receipts are left out",
      [read("return-1", units("MUG", 1, { unclear: 1, most: 2 }))],
      shown({ receipts: [shownReceipt(["MUG", 1])] }),
      [read("return-1", units("MUG", 1, { unclear: 1, most: 2 }))],
    ],
    [
      "names what cannot be read",
      [],
      shown({ receipts: [shownReceipt([null, 2])] }),
      [{ ...read("return-1"), unread: [{ sku: null, quantity: 2 }] }],
    ],
  ])("%s", (_title, before, inbound, now) => {
    const stored = withInbound(before, inbound);
    expect(stored.map((one) => ({ ...one, receipts: [] }))).toEqual(now);
    // Read again, it is the same.
    expect(withInbound(stored, inbound)).toEqual(stored);
  });

  test("names each receipt's day and parcel, and no parcel once the customer is forgotten", () => {
    const first = { ...shownReceipt(["MUG", 1]), receiptDate: "2026-11-03", vendorShipmentNo: "PARCEL-1" };
    const second = { ...shownReceipt(["MUG", 1, true]), receiptDate: "2026-11-05" };
    const [stored] = withInbound([], shown({ receipts: [first, second] }));
    const kept = [
      { date: "2026-11-03", shipment: "PARCEL-1", lines: [{ sku: "MUG", quantity: 1, defective: false }] },
      { date: "2026-11-05", shipment: "", lines: [{ sku: "MUG", quantity: 1, defective: true }] },
    ];
    expect(stored!.receipts).toEqual(kept);
    const [withoutReceipts] = withInbound([stored!], shown({ receipts: null, lines: [counted("MUG", 2)] }));
    expect(withoutReceipts!.receipts).toEqual(kept);
    const turned = shown({ receipts: [second, first] });
    expect(withInbound([stored!], turned)).toEqual([stored]);
    const forgotten = withoutParcels(stored!);
    expect(forgotten.receipts).toEqual([{ ...kept[0], shipment: "" }, kept[1]]);
    expect(withInbound([forgotten], turned)).toEqual([forgotten]);
  });

  test("is read as it was stored", () => {
    const receipts = [{ date: "2026-11-03", shipment: "", lines: [], isBeyond: true as const }];
    const stored: Reading = {
      ...{
        ...read("return-1", units("MUG", 1, { defective: 2, unclear: 3, mostGood: 4, most: 6 })),
        receipts,
      },
      ...{ unread: [{ sku: null, quantity: 2 }], isForgotten: true },
    };
    expect(readReadings(JSON.parse(JSON.stringify([stored])))).toEqual([stored]);
    const { receipts: _none, ...older } = read("return-1", units("MUG", 1));
    expect(readReadings([older])).toEqual([{ ...older, receipts: [] }]);
  });

  test.each([
    ["no list", read("return-1")],
    ["no inbound", [{ ...read("return-1"), ref: undefined }]],
    ["less than no units", [read("return-1", units("MUG", -1))]],
    ["part of a unit", [read("return-1", units("MUG", 1, { most: 1.5 }))]],
    ["units of nothing", [read("return-1", { ...units("MUG", 1), sku: undefined as never })]],
    ["an unread line without a quantity", [{ ...read("return-1"), unread: [{ sku: null }] }]],
    ["parcels that are not forgotten", [{ ...read("return-1"), isForgotten: false }]],
  ])("is refused with %s: only a mistake of ours can cause that", (_what, stored) => {
    expect(() => readReadings(stored)).toThrow();
  });

  test("adds up, with what was corrected on any of them", () => {
    const sum = sumOf([
      read("return-1", units("MUG", 1, { mostGood: 2, most: 2 }), units("LID", 1)),
      {
        ...read("return-1-2", units("MUG", 2, { unclear: 1, mostGood: 2, most: 4 })),
        unread: [{ sku: "LID", quantity: null }],
      },
    ]);
    expect(sum).toEqual({
      units: new Map([
        ["MUG", { good: 3, defective: 0, unclear: 1 }],
        ["LID", { good: 1, defective: 0, unclear: 0 }],
      ]),
      unread: [{ sku: "LID", quantity: null }],
      fewer: new Map([["MUG", 2]]),
      fewerGood: new Set(["MUG"]),
    });
  });

  test("is earlier on any other inbound than the present one", () => {
    const readings = [
      read("return-1", units("MUG", 1, { defective: 1 })),
      read("return-1-2", units("MUG", 4)),
    ];
    expect(broughtEarlier(readings, { ref: "return-1-2" })).toEqual(new Map([["MUG", 2]]));
    expect(broughtEarlier(readings, null)).toEqual(new Map([["MUG", 6]]));
  });
});

describe("units that were settled before a return was sent", () => {
  const settled = (disposed: object, over: object = {}) => ({
    ...line("a", 4, { MUG: 1 }, dispositions(disposed)),
    ...over,
  });
  test.each([
    ["none of none", settled({}), 0, {}],
    [
      "all that did not come in",
      settled({ RESTOCKED: 1, NOT_RESTOCKED: 1 }),
      0,
      { RESTOCKED: 1, NOT_RESTOCKED: 1 },
    ],
    ["what counts as missing", settled({ MISSING: 2 }), 0, { MISSING: 2 }],
    ["not what came", settled({ RESTOCKED: 2, MISSING: 1 }, { good: 2 }), 0, { MISSING: 1 }],
    [
      "those restocked beyond the good ones first",
      settled({ RESTOCKED: 2, NOT_RESTOCKED: 1 }, { good: 1, defective: 1 }),
      0,
      { RESTOCKED: 1 },
    ],
    [
      "then those not restocked",
      settled({ RESTOCKED: 1, NOT_RESTOCKED: 1, PROCESSING_REQUIRED: 1 }, { unclear: 1 }),
      0,
      { NOT_RESTOCKED: 1, PROCESSING_REQUIRED: 1 },
    ],
    [
      "a restocked one when all others came",
      settled({ RESTOCKED: 2 }, { good: 0, defective: 1 }),
      0,
      { RESTOCKED: 1 },
    ],
    ["not those whose receipt was corrected", settled({ RESTOCKED: 2 }, { good: 1 }), 1, {}],
  ])("are %s", (_title, of, corrected, expected) => {
    expect(settledWithoutReceipt(of, corrected)).toEqual(dispositions(expected));
  });

  const sent = settled(
    { RESTOCKED: 2, MISSING: 2 },
    { settledBefore: dispositions({ RESTOCKED: 1, MISSING: 1 }) },
  );
  test("are not asked for, and no receipt stands for them", () => {
    expect(askedOf(sent)).toBe(2);
    expect(disposedSince(sent)).toEqual(dispositions({ RESTOCKED: 1, MISSING: 1 }));
    expect(wantedLines([sent])).toEqual(new Map([["MUG", 2]]));
    expect(wantedLines([sent], new Map([["MUG" as Sku, 1]]))).toEqual(new Map([["MUG", 1]]));
    expect(wantedLines([sent], new Map([["MUG" as Sku, 2]]))).toEqual(new Map());
  });

  test.each([
    [0, 0, 0],
    [1, 0, 0],
    [2, 0, 1],
    [4, 0, 2],
  ])(
    "of 4, 2 of them missing: after %i came, %i are to come and %i have turned up",
    (good, due, turnedUp) => {
      const now = { ...sent, good };
      expect([outstandingOf(now), turnedUpOf(now)]).toEqual([due, turnedUp]);
    },
  );
  test("of 4, none of them missing, the rest is to come", () => {
    const of = settled({ RESTOCKED: 1 }, { settledBefore: dispositions({ RESTOCKED: 1 }), good: 1 });
    expect([outstandingOf(of), turnedUpOf(of)]).toEqual([2, 0]);
  });
});
