import { describe, expect, test } from "vitest";
import { allocateReceipts } from "../../app/domain/returns/settle/allocate-receipts.ts";
import type { ReturnLine } from "../../app/domain/returns/return-lines.ts";
import { shownReceipt, type ShownUnits } from "../support/shown-receipt.ts";
import { dispositions, line } from "./support/lines.ts";

const POLICY = { restock: true, defectiveAs: "not_restocked" } as const;

/** `3 MUG, 1 bad MUG`, one receipt after the other. */
function receipts(...texts: string[]) {
  return texts.map((text) =>
    shownReceipt(
      ...text.split(", ").map((units): ShownUnits => {
        const [, quantity, bad, sku] = /^(-?\d+) (bad )?(\w+)$/.exec(units)!;
        return [sku!, Number(quantity), bad !== undefined];
      }),
    ),
  );
}

function allocated(
  lines: ReturnLine[],
  texts: string[],
  {
    inbound = "partially_received",
    status = "OPEN",
    policy = POLICY,
  }: Partial<{
    inbound: string;
    status: "OPEN" | "CLOSED" | "CANCELED";
    policy: { restock: boolean; defectiveAs: "not_restocked" | "processing_required" | "left" };
  }> = {},
) {
  const { lines: filled, needs } = allocateReceipts({
    stored: [],
    ...{ lines, status, policy },
    inbound: { ref: "return-1", lines: null, status: inbound, receipts: receipts(...texts) },
  });
  return {
    units: Object.fromEntries(filled.map(({ id, good, defective }) => [id, [good, defective]])),
    needs,
  };
}

const KIT = { LID: 1, JAR: 2 };

describe("what was received stands for", () => {
  test.each<[string, ReturnLine[], string[], Record<string, [number, number]>]>([
    ["nothing before anything came", [line("a", 2, { MUG: 1 })], [], { a: [0, 0] }],
    ["so many good and defective pieces", [line("a", 3, { MUG: 1 })], ["1 MUG, 1 bad MUG"], { a: [1, 1] }],
    ["the sum of all receipts", [line("a", 5, { MUG: 1 })], ["1 MUG", "2 MUG", "1 bad MUG"], { a: [3, 1] }],
    ["no more than was returned", [line("a", 1, { MUG: 1 })], ["3 MUG, 2 bad MUG"], { a: [1, 0] }],
    ["less once a receipt is taken back", [line("a", 5, { MUG: 1 })], ["3 MUG", "-1 MUG"], { a: [2, 0] }],
    ["nothing when all of it is", [line("a", 5, { MUG: 1 })], ["1 MUG", "-3 MUG"], { a: [0, 0] }],
    ["no kit while a component is missing", [line("a", 2, KIT)], ["2 LID, 1 JAR"], { a: [0, 0] }],
    ["a kit once all of it came", [line("a", 2, KIT)], ["2 LID, 1 JAR", "1 JAR"], { a: [1, 0] }],
    ["a defective kit if any of it is", [line("a", 2, KIT)], ["2 LID, 3 JAR, 1 bad JAR"], { a: [1, 1] }],
    [
      "lines of one SKU in the order of their ids, whatever the shop's",
      [line("b", 2, { MUG: 1 }), line("a", 2, { MUG: 1 })],
      ["3 MUG"],
      { a: [2, 0], b: [1, 0] },
    ],
    [
      "a single piece while the kit it is part of is not complete",
      [line("a", 1, KIT), line("b", 1, { LID: 1 })],
      ["1 LID"],
      { a: [0, 0], b: [1, 0] },
    ],
    [
      "the line first of which it was disposed, also when one was added before it",
      [line("a", 1, { MUG: 1 }), line("b", 1, { MUG: 1 }, dispositions({ RESTOCKED: 1 }))],
      ["1 MUG"],
      { a: [0, 0], b: [1, 0] },
    ],
    [
      "defective where it was not restocked, good where it was",
      [
        line("a", 1, { MUG: 1 }, dispositions({ NOT_RESTOCKED: 1 })),
        line("b", 1, { MUG: 1 }, dispositions({ RESTOCKED: 1 })),
      ],
      ["1 MUG, 1 bad MUG"],
      { a: [0, 1], b: [1, 0] },
    ],
    [
      "good although it was not restocked, when nothing defective came",
      [line("a", 1, { MUG: 1 }, dispositions({ NOT_RESTOCKED: 1 }))],
      ["1 MUG"],
      { a: [1, 0] },
    ],
    [
      "good where it was restocked, defective where it was not, whatever their order",
      [
        line("a", 1, { MUG: 1 }, dispositions({ RESTOCKED: 1 })),
        line("b", 1, { MUG: 1 }, dispositions({ NOT_RESTOCKED: 1 })),
      ],
      ["1 MUG, 1 bad MUG"],
      { a: [1, 0], b: [0, 1] },
    ],
    [
      "no more than was returned, also when some of it is disposed of",
      [line("a", 2, { MUG: 1 }, dispositions({ RESTOCKED: 1 }))],
      ["5 MUG"],
      { a: [2, 0] },
    ],
    [
      "a defective set although it was restocked, when one of its pieces was",
      [line("a", 1, { MUG: 2 }, dispositions({ RESTOCKED: 1 })), line("b", 1, { MUG: 1 })],
      ["1 MUG, 1 bad MUG"],
      { a: [0, 1], b: [0, 0] },
    ],
    [
      "lines of one SKU in the order of their ids, when the shop has them so",
      [line("a", 2, { MUG: 1 }), line("b", 2, { MUG: 1 })],
      ["3 MUG"],
      { a: [2, 0], b: [1, 0] },
    ],
    [
      "nothing of a line that is not mapped",
      [{ ...line("a", 1, {}), goods: "unmapped" }],
      ["1 MUG"],
      { a: [0, 0] },
    ],
  ])("%s", (_name, lines, texts, units) => {
    expect(allocated(lines, texts).units).toEqual(units);
  });
});

describe("a person has to look at", () => {
  const mugs = (quantity: number, disposed = {}) => line("a", quantity, { MUG: 1 }, dispositions(disposed));
  const need = (kind: string, quantity: number, sku = "MUG") => ({ kind, sku, quantity });
  test.each<[string, ReturnLine[], string[], Parameters<typeof allocated>[2], object[]]>([
    ["nothing while more may come", [mugs(3)], ["1 MUG"], {}, []],
    ["what came beyond what was returned", [mugs(1)], ["2 MUG, 1 bad MUG"], {}, [need("over", 2)]],
    ["what nobody returned", [mugs(1)], ["1 CUP"], {}, [need("unknown", 1, "CUP")]],
    ["no component that waits for the others", [line("a", 1, KIT)], ["1 LID"], {}, []],
    [
      "what has not come when the warehouse is done",
      [mugs(3)],
      ["1 MUG"],
      { inbound: "fully_received" },
      [need("short", 2)],
    ],
    [
      "the same when it has ended an inbound",
      [mugs(3)],
      ["1 MUG"],
      { inbound: "cancelled" },
      [need("short", 2)],
    ],
    ["nothing of one that was cancelled before anything came", [mugs(3)], [], { inbound: "cancelled" }, []],
    [
      "of a kit the components that have not come",
      [line("a", 2, KIT)],
      ["2 LID, 3 JAR"],
      { inbound: "fully_received" },
      [need("short", 1, "JAR")],
    ],
    [
      "what came for a line that was set aside, as if nobody had returned it",
      [{ ...line("a", 1, { MUG: 1 }), goods: "ignored" }],
      ["1 MUG"],
      {},
      [need("unknown", 1)],
    ],
    [
      "nothing that counts as missing",
      [mugs(3, { MISSING: 2 })],
      ["1 MUG"],
      { inbound: "fully_received" },
      [],
    ],
    [
      "nothing that the merchant disposed of without a receipt",
      [mugs(3, { RESTOCKED: 3 })],
      ["1 MUG"],
      { inbound: "fully_received" },
      [],
    ],
    [
      "what came for a cancelled return",
      [mugs(2)],
      ["1 MUG, 1 CUP"],
      { status: "CANCELED" },
      [need("late", 1), need("late", 1, "CUP")],
    ],
    [
      "what came for a cancelled return, good or defective",
      [mugs(2)],
      ["1 MUG, 1 bad MUG"],
      { status: "CANCELED" },
      [need("late", 2)],
    ],
    [
      "what came after a return was closed, good or defective",
      [mugs(2)],
      ["1 MUG, 1 bad MUG"],
      { status: "CLOSED" },
      [need("late", 2)],
    ],
    [
      "what came after a return was closed",
      [mugs(2, { RESTOCKED: 1 })],
      ["2 MUG"],
      { status: "CLOSED" },
      [need("late", 1)],
    ],
    [
      "nothing of a closed return that is all disposed of",
      [mugs(1, { RESTOCKED: 1 })],
      ["2 MUG"],
      { status: "CLOSED" },
      [],
    ],
    [
      "what came late after it counted as missing",
      [mugs(1, { MISSING: 1 })],
      ["1 MUG"],
      { status: "CLOSED" },
      [{ kind: "turned-up", id: "a", title: "a", missing: 1, came: 1 }],
    ],
    [
      "nothing of a closed return that the merchant disposes of in person",
      [mugs(2)],
      ["1 MUG, 1 bad MUG"],
      { status: "CLOSED", policy: { restock: false, defectiveAs: "left" } },
      [],
    ],
  ])("%s", (_name, lines, texts, more, needs) => {
    expect(allocated(lines, texts, more).needs).toEqual(needs);
  });
});

test("a missing unit that came is shown beside a restocked one that is defective now", () => {
  const { needs } = allocateReceipts({
    lines: [line("a", 2, { MUG: 1 }, dispositions({ RESTOCKED: 1, MISSING: 1 }))],
    stored: [
      {
        ref: "return-1",
        units: [{ sku: "MUG", good: 1, defective: 1, unclear: 0, mostGood: 1, most: 2 }],
        ...{ unread: [], receipts: [] },
      },
    ],
    inbound: { ref: "return-1", lines: null, status: "fully_received", receipts: receipts("2 bad MUG") },
    ...{ status: "OPEN", policy: POLICY },
  });
  expect(needs).toEqual([
    { kind: "corrected", as: "restocked", id: "a", title: "a", settled: 1, came: 0 },
    { kind: "turned-up", id: "a", title: "a", missing: 1, came: 1 },
  ]);
});

describe("of units in a condition that the warehouse doesn't say", () => {
  const mugs = (quantity: number, disposed = {}) => line("a", quantity, { MUG: 1 }, dispositions(disposed));
  /** One receipt; `defective` is left out where the warehouse says nothing. */
  const allocate = (
    lines: ReturnLine[],
    units: ShownUnits[],
    more: Partial<Parameters<typeof allocateReceipts>[0]> = {},
  ) =>
    allocateReceipts({
      stored: [],
      ...{ lines, status: "OPEN", policy: POLICY },
      inbound: {
        ...{ ref: "return-1", lines: null, status: "partially_received" },
        receipts: [
          shownReceipt(
            ...units.map(([sku, quantity, defective = null]): ShownUnits => [sku, quantity, defective]),
          ),
        ],
      },
      ...more,
    });
  const unclear = (quantity: number | null, sku: string | null = "MUG") => ({
    kind: "unclear",
    sku,
    quantity,
  });
  const filled = ({ lines }: ReturnType<typeof allocate>) =>
    lines.map(({ good, defective, unclear: units }) => [good, defective, units]);

  test("all are to be looked at, and the good ones are good", () => {
    const allocation = allocate(
      [mugs(3)],
      [
        ["MUG", 2],
        ["MUG", 1, false],
      ],
    );
    expect(filled(allocation)).toEqual([[1, 0, 2]]);
    expect(allocation.needs).toEqual([unclear(2)]);
  });

  test("no more are to be looked at than are still to be disposed of", () => {
    expect(allocate([mugs(3, { RESTOCKED: 1 })], [["MUG", 5]]).needs).toEqual([
      { kind: "over", sku: "MUG", quantity: 2 },
      unclear(2),
    ]);
  });

  test("none that somebody has disposed of, and none of another line's SKU", () => {
    const cups = line("b", 1, { CUP: 1 });
    expect(allocate([mugs(2, { NOT_RESTOCKED: 1 }), cups], [["MUG", 1]]).needs).toEqual([]);
    expect(allocate([mugs(2, { NOT_RESTOCKED: 1 }), cups], [["MUG", 2]]).needs).toEqual([unclear(1)]);
  });

  test("of a kit its pieces", () => {
    expect(
      allocate(
        [line("a", 1, KIT)],
        [
          ["LID", 1, false],
          ["JAR", 2],
        ],
      ).needs,
    ).toEqual([unclear(2, "JAR")]);
  });

  test("a line that doesn't say what came, or how many, is to be looked at as it is", () => {
    expect(
      allocate(
        [mugs(1)],
        [
          [null, 2],
          ["MUG", null],
        ],
      ).needs,
    ).toEqual([unclear(2, null), unclear(null)]);
  });

  test("nothing once all is disposed of", () => {
    expect(
      allocate(
        [mugs(1, { RESTOCKED: 1 })],
        [
          ["MUG", 1],
          [null, 2],
        ],
      ).needs,
    ).toEqual([]);
  });

  test("those that come late for a closed return are to be looked at, also where good and defective ones are not", () => {
    const left = { restock: false, defectiveAs: "left" } as const;
    const units: ShownUnits[] = [
      ["MUG", 1],
      ["MUG", 1, false],
      ["MUG", 1, true],
    ];
    expect(allocate([mugs(3)], units, { status: "CLOSED", policy: left }).needs).toEqual([
      { kind: "late", sku: "MUG", quantity: 1 },
    ]);
  });
});

test("of a return that was never announced nothing has come, and nothing is to be looked at", () => {
  const lines = [line("a", 2, { MUG: 1 })];
  expect(allocateReceipts({ lines, inbound: null, stored: [], status: "OPEN", policy: POLICY })).toEqual({
    lines,
    needs: [],
  });
});
