import { describe, expect, test } from "vitest";
import {
  countReceived,
  readReceipts,
  receiptsOf,
  sumCounted,
  type PurchaseReceipts,
} from "../../app/domain/inbounds/purchase-receipts.ts";
import type { Sku } from "../../app/domain/ids.ts";

/** `6 MUG, 1 bad CUP`: one receipt. */
function receipt(text: string): PurchaseReceipts[number] {
  const lines = text.split(", ").map((piece) => {
    const [, quantity, bad, sku] = /^(-?\d+) (bad )?(\w+)$/.exec(piece)!;
    return { sku: sku as Sku, quantity: Number(quantity), defective: bad !== undefined };
  });
  return { date: "2026-06-15", shipment: "", lines };
}

function counted(
  lines: Record<string, number>,
  { came, isOver = false }: { came: string[]; isOver?: boolean },
) {
  const announced = Object.entries(lines).map(([sku, quantity]) => ({ sku: sku as Sku, quantity }));
  return countReceived({ lines: announced, receipts: came.map(receipt), isOver });
}

/** What there is something of, SKU by SKU. */
const inShort = (...about: Parameters<typeof counted>) =>
  counted(...about).map(({ sku, ...pieces }) => {
    const some = Object.entries(pieces).filter(([, count]) => count !== 0);
    return `${sku}: ${some.map(([kind, count]) => `${kind} ${count}`).join(", ")}`;
  });

describe("of what was announced", () => {
  test.each<[string, string[], string[]]>([
    ["all is awaited before anything came", [], ["MUG: announced 8, awaited 8"]],
    ["what has not come is awaited", ["5 MUG"], ["MUG: announced 8, good 5, awaited 3"]],
    ["receipts add up", ["5 MUG", "1 MUG, 1 bad MUG"], ["MUG: announced 8, good 6, defective 1, awaited 1"]],
    ["defective pieces have come, too", ["8 bad MUG"], ["MUG: announced 8, defective 8"]],
    ["nothing is awaited once all came", ["8 MUG"], ["MUG: announced 8, good 8"]],
    [
      "what came beyond it is over",
      ["8 MUG", "2 bad MUG"],
      ["MUG: announced 8, good 8, defective 2, over 2"],
    ],
  ])("%s", (_what, came, shown) => {
    expect(inShort({ MUG: 8 }, { came })).toEqual(shown);
  });

  test("nothing is awaited any more when the warehouse is done: what has not come is short", () => {
    expect(inShort({ MUG: 8, CUP: 3 }, { came: ["5 MUG"], isOver: true })).toEqual([
      "MUG: announced 8, good 5, short 3",
      "CUP: announced 3, short 3",
    ]);
  });
});

test("what came without being announced is unknown, and stands behind what was", () => {
  expect(inShort({ MUG: 8, CUP: 3 }, { came: ["2 BOWL, 3 CUP"] })).toEqual([
    "MUG: announced 8, awaited 8",
    "CUP: announced 3, good 3",
    "BOWL: good 2, unknown 2",
  ]);
});

test("a receipt that doesn't say what came, or how many, counts nothing", () => {
  const unread = [
    { sku: null, quantity: 2, defective: false },
    { sku: "MUG" as Sku, quantity: null, defective: false },
  ];
  const lines = [{ sku: "MUG" as Sku, quantity: 8 }];
  const receipts = [{ date: "", shipment: "", lines: unread }];
  expect(countReceived({ lines, receipts, isOver: false })).toMatchObject([{ sku: "MUG", awaited: 8 }]);
});

test("pieces in a condition that the warehouse doesn't say have come, too", () => {
  const lines = [{ sku: "MUG" as Sku, quantity: 8 }];
  const unclear = { sku: "MUG" as Sku, quantity: 3, defective: null };
  const receipts = [receipt("4 MUG"), { date: "", shipment: "", lines: [unclear] }];
  expect(countReceived({ lines, receipts, isOver: false })).toMatchObject([
    { good: 4, defective: 0, unclear: 3, awaited: 1 },
  ]);
});

test("of one SKU on two lines both count", () => {
  const lines = [8, 4].map((quantity) => ({ sku: "MUG" as Sku, quantity }));
  expect(countReceived({ lines, receipts: [], isOver: false })).toMatchObject([
    { announced: 12, awaited: 12 },
  ]);
});

test("all together are the sum of each", () => {
  expect(sumCounted(counted({ MUG: 8, CUP: 3 }, { came: ["5 MUG, 1 bad MUG, 4 CUP, 2 BOWL"] }))).toEqual({
    ...{ announced: 11, good: 11, defective: 1, unclear: 0, short: 0, awaited: 2, over: 1, unknown: 2 },
  });
  expect(sumCounted([])).toEqual({
    ...{ announced: 0, good: 0, defective: 0, unclear: 0, short: 0, awaited: 0, over: 0, unknown: 0 },
  });
});

test("receipts are kept as the warehouse writes them, empty where it says nothing", () => {
  const line = { sku: "MUG", quantity: 2, defective: true, inboundRef: "purchase-1", inboundLineRef: null };
  const receipts = [
    { receiptDate: "2026-06-15", vendorShipmentNo: "S-1", lines: [line] },
    { receiptDate: null, vendorShipmentNo: null, lines: [] },
  ];
  expect(receiptsOf({ ref: "purchase-1", lines: [], receipts }, [])).toEqual([
    { date: "2026-06-15", shipment: "S-1", lines: [{ sku: "MUG", quantity: 2, defective: true }] },
    { date: "", shipment: "", lines: [] },
  ]);
});

describe("what has come in on an inbound", () => {
  const REF = "purchase-1";
  type Units = [sku: string, quantity: number | null, more?: object];
  /** One receipt, as the warehouse shows it. */
  const arrived = (...units: Units[]) => ({
    ...{ receiptDate: "2026-06-15", vendorShipmentNo: "S-1" },
    lines: units.map(([sku, quantity, more]) => ({
      ...{ sku, quantity, defective: false, inboundRef: REF, inboundLineRef: null, ...more },
    })),
  });
  const nothingSaid = { receiptDate: "2026-06-15", vendorShipmentNo: "S-1", lines: null };
  /** Lines of an inbound: how many of each the warehouse has counted so far. */
  const counts = (...units: Units[]) =>
    units.map(([sku, quantityReceived], index) => ({ ref: `${index}`, sku, quantity: 9, quantityReceived }));
  const shown = (...lines: Units[]) => ({
    ...{ date: "2026-06-15", shipment: "S-1" },
    lines: lines.map(([sku, quantity, more]) => ({ sku, quantity, defective: false, ...more })),
  });
  const beyond = (...units: Units[]) => ({
    ...{ date: "", shipment: "", isBeyond: true as const },
    lines: units.map(([sku, quantity]) => ({ sku: sku as Sku, quantity, defective: null })),
  });

  type Inbound = Pick<Parameters<typeof receiptsOf>[0], "lines" | "receipts">;
  test.each<[string, Inbound, object[]]>([
    ["is nothing where it has no receipts and counts nothing", { lines: null, receipts: [] }, []],
    [
      "is what its receipts show, where its lines count the same",
      { lines: counts(["MUG", 2]), receipts: [arrived(["MUG", 2])] },
      [shown(["MUG", 2])],
    ],
    [
      "is what its receipts show, where its lines count less",
      { lines: counts(["MUG", 1]), receipts: [arrived(["MUG", 2])] },
      [shown(["MUG", 2])],
    ],
    [
      "is also what its lines count beyond its receipts, in a condition that nobody knows",
      {
        lines: counts(["MUG", 5], ["CUP", 1], ["BOWL", 0]),
        receipts: [arrived(["MUG", 2], ["MUG", 1, { defective: true }])],
      },
      [shown(["MUG", 2], ["MUG", 1, { defective: true }]), beyond(["MUG", 2], ["CUP", 1])],
    ],
    [
      "of one SKU on two lines both count, and a line without a count counts nothing",
      { lines: counts(["MUG", 2], ["MUG", 1], ["MUG", null]), receipts: [arrived(["MUG", 2])] },
      [shown(["MUG", 2]), beyond(["MUG", 1])],
    ],
    [
      "is not what a receipt shows of another inbound",
      {
        lines: null,
        receipts: [
          arrived(["MUG", 2], ["CUP", 3, { inboundRef: "purchase-2" }]),
          arrived(["CUP", 3, { inboundRef: "purchase-2" }]),
        ],
      },
      [shown(["MUG", 2])],
    ],
    [
      "is unknown on a receipt that leaves out its lines",
      { lines: null, receipts: [nothingSaid] },
      [{ date: "2026-06-15", shipment: "S-1", lines: [{ sku: null, quantity: null, defective: null }] }],
    ],
  ])("%s", (_what, inbound, receipts) => {
    expect(receiptsOf({ ref: REF, ...inbound }, [])).toEqual(receipts);
  });

  test("is what was known where the warehouse leaves out its receipts, and what its lines count beyond that", () => {
    const known: PurchaseReceipts = [receipt("2 MUG"), beyond(["MUG", 1], ["CUP", 4])];
    expect(receiptsOf({ ref: REF, lines: null, receipts: null }, known)).toEqual([receipt("2 MUG")]);
    expect(receiptsOf({ ref: REF, lines: counts(["MUG", 4]), receipts: null }, known)).toEqual([
      receipt("2 MUG"),
      beyond(["MUG", 2]),
    ]);
  });
});

describe("receipts kept with a purchase", () => {
  const kept = [receipt("6 MUG, 1 bad CUP"), { date: "", shipment: "", lines: [] }];
  test("are read as they were kept", () => {
    expect(readReceipts(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
  });

  test.each([
    ["no list", kept[0]],
    ["no date", [{ ...kept[0], date: null }]],
    ["half a piece", [{ ...kept[0], lines: [{ sku: "MUG", quantity: 0.5, defective: false }] }]],
    ["pieces of nothing", [{ ...kept[0], lines: [{ quantity: 1, defective: false }] }]],
  ])("are refused with %s: only a mistake of ours can cause that", (_what, receipts) => {
    expect(() => readReceipts(receipts)).toThrow();
  });
});
