import { describe, expect, test } from "vitest";
import {
  decideWrite,
  isWrite,
  rowsAfter,
  type CallAnswer,
  type Row,
  type Write,
} from "../../app/domain/stock/previous-location/decide-previous-quantity.ts";

const AT = new Date("2026-11-29T12:00:00Z");
const call = { writeKey: "11111111-1111-4111-8111-111111111111", writeAt: AT };
const none = { writeKey: null, writeFrom: null, writeTo: null, writeAt: null };
const row: Row = {
  ...{ variantId: "v", inventoryItemId: "i", available: 9, taken: 2, unsure: 0 },
  ...{ isDone: false, isAlone: false, ...none },
};

const read = (available: number, tracked = true) => ({
  tracked,
  figures: { onHand: available, available, committed: 0 },
});

describe("what a quantity is set to", () => {
  const decide = (about: Partial<Parameters<typeof decideWrite>[1]>) =>
    decideWrite(row, { phase: "clearing", reading: read(5), isMapped: true, call, ...about });
  const sets = (from: number, to: number) => ({
    ...{ ...row, ...call, available: from, writeFrom: from, writeTo: to },
  });
  const leaves = (available: number) => ({ ...row, available, isDone: true });

  test.each([
    ["to 0", {}, sets(5, 0)],
    ["nothing where it is 0", { reading: read(0) }, leaves(0)],
    ["nothing where it is negative", { reading: read(-1) }, leaves(-1)],
    ["nothing where it is not tracked", { reading: read(5, false) }, leaves(0)],
    ["nothing where it is not stocked", { reading: { tracked: true, figures: null } }, leaves(0)],
    ["nothing where it is deleted", { reading: undefined }, leaves(0)],
    ["nothing where it could not be read, which is shown", { reading: "failed" as const }, leaves(9)],
    ["nothing where it is not mapped any more", { isMapped: false }, leaves(0)],
    ["what was taken is added", { phase: "restoring" as const }, sets(5, 7)],
    ["to a negative quantity too", { phase: "restoring" as const, reading: read(-1) }, sets(-1, 1)],
    ["also where it is not mapped any more", { phase: "restoring" as const, isMapped: false }, sets(5, 7)],
  ])("%s", (_, about, expected) => {
    expect(decide(about)).toEqual(expected);
    expect(isWrite(decide(about))).toBe(expected.writeKey !== null);
  });
});

describe("a quantity after a call", () => {
  const clearing: Write = { ...row, ...call, writeFrom: 5, writeTo: 0 };
  const restoring: Write = { ...row, ...call, writeFrom: 5, writeTo: 7 };
  const refused = (stale: boolean): CallAnswer => ({
    answer: "entries-refused",
    refused: new Map([[0, { stale, reason: "no" }]]),
  });
  const unanswered: CallAnswer = { answer: "unanswered" };
  const done: CallAnswer = { answer: "done" };
  const spent: CallAnswer = { answer: "key-spent" };
  const over = { isDone: true };

  test.each([
    ["set to 0", clearing, done, { ...over, available: 0, taken: 7 }],
    ["refused", clearing, refused(false), over],
    ["moved: read again, alone", clearing, refused(true), { isAlone: true }],
    ["nothing was set: read again", clearing, spent, {}],
    ["no answer: once more, alone", clearing, unanswered, { isAlone: true }],
    ["no answer to it alone: left", { ...clearing, isAlone: true }, unanswered, { ...over, isAlone: true }],
    ["put back", restoring, done, { ...over, available: 7, taken: 0 }],
    ["not put back: refused", restoring, refused(false), over],
    ["put back or not: for the merchant to check", restoring, unanswered, { ...over, taken: 0, unsure: 2 }],
  ])("%s", (_, write, answer, changed) => {
    const phase = write.writeTo > write.writeFrom ? "restoring" : "clearing";
    expect(rowsAfter([write], { phase, answer })).toEqual([{ ...write, ...none, ...changed }]);
    // Where the opposite is wanted by now, nothing is done with it.
    const opposite = phase === "clearing" ? "restoring" : "clearing";
    const expected = { ...write, ...none, ...changed, isDone: false };
    expect(rowsAfter([write], { phase: opposite, answer })).toEqual([expected]);
  });

  test("not named among the refused of its call: read again", () => {
    const rows = rowsAfter([clearing, { ...clearing, isAlone: true }], {
      ...{ phase: "clearing", answer: refused(false) },
    });
    expect(rows.map(({ isDone, isAlone }) => [isDone, isAlone])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});
