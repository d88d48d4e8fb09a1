import { describe, expect, test } from "vitest";
import type { Need } from "../../app/domain/returns/return-needs.ts";
import type { LoadedLine } from "../../app/domain/returns/return-lines.ts";
import { allocateReceipts } from "../../app/domain/returns/settle/allocate-receipts.ts";
import type { Reading } from "../../app/domain/returns/settle/return-receipts.ts";
import { shownReceipt, type ShownUnits } from "../support/shown-receipt.ts";
import { dispositions, line } from "./support/lines.ts";

/*
 * What receipts stand for where somebody has settled units: before the return was sent, at another location, or before a
 * receipt was corrected.
 */

const KIT = { LID: 1, JAR: 2 };
const POLICY = { restock: true, defectiveAs: "not_restocked" } as const;

type Units = Reading["units"][number];
const units = (sku: string, good: number, over: Partial<Units> = {}): Units => ({
  ...{ sku, good, defective: 0, unclear: 0, mostGood: good, most: good, ...over },
});
function allocate(
  lines: LoadedLine[],
  {
    came,
    before = [],
    status = "OPEN",
  }: {
    /** What the inbound shows; null when there is none. */
    came: ShownUnits[] | null;
    /** What inbounds of the return showed when they were last read. */
    before?: Units[];
    status?: "OPEN" | "CLOSED";
  },
) {
  const stored = before.length > 0 ? [{ ref: "return-1", units: before, unread: [], receipts: [] }] : [];
  const about = { ref: "return-1", lines: null, status: "partially_received" };
  const inbound = came && { ...about, receipts: [shownReceipt(...came)] };
  return allocateReceipts({ lines, stored, inbound, status, policy: POLICY });
}

const settled = (id: string, quantity: number, disposed: object, over: Partial<LoadedLine> = {}) => ({
  ...line(id, quantity, { MUG: 1 }, dispositions(disposed)),
  ...over,
});
const filled = ({ lines }: ReturnType<typeof allocate>) =>
  Object.fromEntries(lines.map(({ id, good }) => [id, good]));

describe("units that were settled before the warehouse was asked for the rest", () => {
  const restocked = { RESTOCKED: 1 };
  test.each<[string, LoadedLine[], Parameters<typeof allocate>[1], object]>([
    [
      "are those that have not come, as long as nothing is asked for",
      [settled("a", 2, restocked)],
      { came: null },
      restocked,
    ],
    [
      "are none that came on an inbound before",
      [settled("a", 2, restocked, { settledBefore: dispositions(restocked) })],
      { came: null, before: [units("MUG", 1)] },
      {},
    ],
    [
      "are none that came on an inbound that asks for none of it yet",
      [settled("a", 2, restocked, { settledBefore: null })],
      { came: [["MUG", 1]] },
      {},
    ],
    [
      "stay so when the rest comes",
      [settled("a", 2, restocked, { settledBefore: dispositions(restocked) })],
      { came: [["MUG", 1]] },
      restocked,
    ],
    [
      "are none whose receipt was corrected, of a kit as many as its parts make",
      [{ ...line("a", 3, KIT, dispositions({ RESTOCKED: 3 })), settledBefore: null }],
      { came: null, before: [units("LID", 2), units("JAR", 2, { mostGood: 4, most: 4 })] },
      restocked,
    ],
  ])("%s", (_rule, lines, about, expected) => {
    const { lines: found, needs } = allocate(lines, about);
    expect(found[0]!.settledBefore).toEqual(dispositions(expected));
    expect(needs.filter(({ kind }) => kind !== "corrected")).toEqual([]);
  });

  test("no receipt stands for, while another line is asked for", () => {
    const lines = [
      settled("a", 2, restocked, { settledBefore: dispositions(restocked) }),
      settled("b", 1, {}),
    ];
    expect(filled(allocate(lines, { came: [["MUG", 2]] }))).toEqual({ a: 1, b: 1 });
  });

  test.each([
    ["do not count for what comes late", 1, 1],
    ["count once more comes than was asked for", 3, 2],
  ])("%s", (_rule, came, late) => {
    const lines = [settled("a", 3, restocked, { settledBefore: dispositions(restocked) })];
    expect(allocate(lines, { came: [["MUG", came]], status: "CLOSED" }).needs).toEqual([
      { kind: "late", sku: "MUG", quantity: late },
    ]);
  });
});

describe("of what another location shipped", () => {
  const elsewhere = { isSent: false };
  test.each<[string, LoadedLine[], number, Record<string, number>]>([
    ["comes what comes alone", [settled("a", 1, {}, elsewhere)], 1, { a: 1 }],
    [
      "comes nothing before what the warehouse shipped",
      [settled("a", 1, {}, elsewhere), settled("b", 2, { MISSING: 1 })],
      ...([2, { a: 0, b: 2 }] as const),
    ],
    [
      "comes nothing that the other location took back",
      [settled("a", 2, { RESTOCKED: 2 }, elsewhere), settled("b", 2, {})],
      ...([2, { a: 0, b: 2 }] as const),
    ],
    [
      "comes what was received and settled, after what the warehouse shipped and somebody settled",
      [settled("a", 1, { RESTOCKED: 1 }, { ...elsewhere, good: 1 }), settled("b", 1, { RESTOCKED: 1 })],
      ...([1, { a: 0, b: 1 }] as const),
    ],
  ])("%s", (_rule, lines, came, expected) => {
    expect(filled(allocate(lines, { came: [["MUG", came]] }))).toEqual(expected);
    expect(filled(allocate(lines.toReversed(), { came: [["MUG", came]] }))).toEqual(expected);
  });
});

describe("a person has to look at", () => {
  const corrected = (as: "settled" | "restocked", of: { settled: number; came: number }): Need => ({
    ...{ kind: "corrected", as, id: "a", title: "a", ...of },
  });
  test.each<[string, LoadedLine, ShownUnits[], Units[], Need[]]>([
    [
      "units that were settled and then had not come",
      settled("a", 2, { RESTOCKED: 2 }),
      [["MUG", 1]],
      [units("MUG", 2)],
      [corrected("settled", { settled: 2, came: 1 })],
    ],
    [
      "none while as many have come as were settled",
      settled("a", 2, { RESTOCKED: 1 }),
      [["MUG", 1]],
      [units("MUG", 2)],
      [],
    ],
    [
      "none that were settled without a receipt",
      settled("a", 2, { RESTOCKED: 2 }),
      [["MUG", 1]],
      [units("MUG", 1)],
      [],
    ],
    [
      "a kit that was restocked, when one of its parts is defective now",
      line("a", 1, KIT, dispositions({ RESTOCKED: 1 })),
      [
        ["LID", 1],
        ["JAR", 1],
        ["JAR", 1, true],
      ],
      [units("LID", 1), units("JAR", 2)],
      [corrected("restocked", { settled: 1, came: 0 })],
    ],
    [
      "restocked units that are defective now, while those of unknown condition may be good",
      settled("a", 2, { RESTOCKED: 2 }),
      [
        ["MUG", 1, null],
        ["MUG", 1, true],
      ],
      [units("MUG", 2)],
      [corrected("restocked", { settled: 2, came: 1 })],
    ],
    [
      "none where as many are good as were restocked",
      settled("a", 2, { RESTOCKED: 1, NOT_RESTOCKED: 1 }),
      [
        ["MUG", 1],
        ["MUG", 1, true],
      ],
      [units("MUG", 2)],
      [],
    ],
    [
      "none where the good ones and those of unknown condition are more",
      settled("a", 3, { RESTOCKED: 1, NOT_RESTOCKED: 2 }),
      [
        ["MUG", 1],
        ["MUG", 1, null],
        ["MUG", 1, true],
      ],
      [units("MUG", 3)],
      [],
    ],
    [
      "no restocked units that nobody has shown to be good before",
      settled("a", 1, { RESTOCKED: 1 }),
      [["MUG", 1, true]],
      [units("MUG", 0, { defective: 1, most: 1 })],
      [],
    ],
    [
      "lines that cannot be read, the same ones once; what is not shown any more may be on them",
      settled("a", 3, { RESTOCKED: 1, MISSING: 1 }),
      [
        ["MUG", 3, true],
        [null, 2],
        [null, 2],
        [null, 3],
      ],
      [units("MUG", 3)],
      [
        { kind: "unclear", sku: null, quantity: 2, lines: 2 },
        { kind: "unclear", sku: null, quantity: 3 },
        { kind: "turned-up", id: "a", title: "a", missing: 1, came: 1 },
      ],
    ],
  ])("%s", (_what, of, came, before, needs) => {
    expect(allocate([of], { came, before }).needs).toEqual(needs);
  });
});
