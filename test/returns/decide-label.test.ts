import { describe, expect, test } from "vitest";
import {
  decideLabel,
  type LabelReadings,
  type LabelWrite,
} from "../../app/domain/returns/label/decide-label.ts";

const NOW = new Date("2030-01-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

const SHOWN = "2029-12-31T23:00:00Z";
const delivery = (id: string, hasLabel: boolean) => ({
  ...{ id, labelChangedAt: hasLabel ? SHOWN : null, trackingNumber: null },
});
const order = (id: string, ...deliveries: ReturnType<typeof delivery>[]) => ({
  ...{ id, isOpen: true, deliveries },
});
const write = (change: Partial<LabelWrite> = {}): LabelWrite => ({
  ...{ kind: "label-attach", reverseOrderId: "A", outcome: "done", at: ago(600), settledAt: ago(600) },
  ...{ mail: true, version: 1, replaced: null },
  ...change,
});
const decide = (readings: Partial<LabelReadings>) =>
  decideLabel({ reverseOrders: [], writes: [], held: null, version: 1, now: NOW, ...readings });

const LABELLED = order("A", delivery("a", true));
const BARE = order("A", delivery("a", false));
const NONE = order("A");
/** Another in place of the first, whose answer was lost. */
const BEFORE = "2029-12-31T22:00:00Z";
const replacing = (change: Partial<LabelWrite>) =>
  write({
    ...{
      kind: "label-replace",
      outcome: "intended",
      at: ago(20),
      settledAt: null,
      version: 2,
      replaced: SHOWN,
    },
    ...change,
  });
const unanswered = (seconds: number) => write({ outcome: "intended", at: ago(seconds), settledAt: null });

describe("what stands on the return already stays", () => {
  test.each<[string, Partial<LabelReadings>, object]>([
    ["ours", { reverseOrders: [LABELLED], writes: [write()] }, { state: "ready" }],
    ["ours of long ago", { reverseOrders: [LABELLED], held: 1 }, { state: "ready" }],
    ["somebody else's", { reverseOrders: [LABELLED] }, { state: "theirs" }],
    [
      "somebody else's, after the shop had refused ours",
      { reverseOrders: [LABELLED], writes: [write({ outcome: "refused" })] },
      { state: "theirs" },
    ],
    [
      "somebody else's, though a new one is asked for",
      { reverseOrders: [LABELLED], version: 2 },
      { state: "theirs" },
    ],
    [
      "somebody else's, though ours was on another part of it",
      { reverseOrders: [LABELLED], held: 1, writes: [write({ reverseOrderId: "B" })] },
      { state: "theirs" },
    ],
    [
      "theirs on one, ours on the other",
      {
        reverseOrders: [LABELLED, order("B", delivery("b", true))],
        writes: [write({ reverseOrderId: "B" })],
      },
      { state: "ready" },
    ],
    [
      "ours, which the shop does not show yet",
      { reverseOrders: [NONE], writes: [write({ settledAt: ago(5) })] },
      { state: "ready" },
    ],
    [
      "taken off by somebody",
      { reverseOrders: [NONE], writes: [write()] },
      { state: "failed", reason: "removed" },
    ],
    [
      "nothing to put one on",
      { reverseOrders: [{ ...NONE, isOpen: false }] },
      { state: "waiting", reason: "nothing-to-label" },
    ],
  ])("%s", (_what, readings, stand) => {
    expect(decide(readings)).toMatchObject({ decided: "settled", stand, arrived: [] });
  });
});

describe("what is done", () => {
  const attach = { step: "attach", reverseOrderId: "A" };
  const replace = { step: "replace", reverseOrderId: "A", deliveryId: "a", replaced: SHOWN };
  test.each<[string, Partial<LabelReadings>, object[]]>([
    ["nothing is there", { reverseOrders: [NONE] }, [attach]],
    [
      "a delivery is there without a label",
      { reverseOrders: [BARE] },
      [{ step: "complete", reverseOrderId: "A", deliveryId: "a" }],
    ],
    ["an earlier try was lost", { reverseOrders: [NONE], writes: [write({ outcome: "lost" })] }, [attach]],
    ["one can no longer arrive", { reverseOrders: [NONE], writes: [unanswered(60)] }, [attach]],
    [
      "one of two is there",
      { reverseOrders: [order("B"), LABELLED], writes: [write()] },
      [{ ...attach, reverseOrderId: "B" }],
    ],
    ["ours is to be replaced", { reverseOrders: [LABELLED], writes: [write()], version: 2 }, [replace]],
    [
      "what was taken off is to be replaced",
      { reverseOrders: [NONE], writes: [write()], version: 2 },
      [attach],
    ],
    ["ours of long ago is no longer good", { reverseOrders: [LABELLED], held: 1, version: 2 }, [replace]],
    [
      "the new one can no longer arrive",
      { reverseOrders: [LABELLED], writes: [write(), replacing({ at: ago(60) })], version: 2 },
      [replace],
    ],
    [
      "the new one was refused",
      { reverseOrders: [LABELLED], writes: [write(), replacing({ outcome: "refused" })], version: 2 },
      [replace],
    ],
    [
      "the new one arrived, and is no longer good either",
      { reverseOrders: [LABELLED], writes: [write(), replacing({ replaced: BEFORE })], version: 3 },
      [replace],
    ],
    ["two are missing", { reverseOrders: [NONE, order("B")] }, [attach, { ...attach, reverseOrderId: "B" }]],
  ])("%s", (_what, readings, steps) => {
    expect(decide(readings)).toMatchObject({ decided: "take", steps });
  });
});

test("one that may still arrive is waited for, also when there is more to do", () => {
  const writes = [write({ outcome: "intended", at: ago(20), settledAt: null })];
  expect(decide({ reverseOrders: [order("B"), NONE], writes })).toMatchObject({
    decided: "wait",
    ms: 40_000,
    isMailed: false,
  });
});

test("ours that is to be replaced waits until the shop shows it", () => {
  expect(
    decide({ reverseOrders: [NONE], writes: [write({ settledAt: ago(10) })], version: 2 }),
  ).toMatchObject({
    ...{ decided: "wait", ms: 50_000 },
  });
});

test("a label that shows although its answer was lost has arrived", () => {
  expect(decide({ reverseOrders: [LABELLED], writes: [unanswered(5)] })).toMatchObject({
    ...{ decided: "settled", arrived: [{ reverseOrderId: "A" }], isMailed: true, stand: { state: "ready" } },
  });
});

test("another in place of ours is waited for as long as the shop shows ours, and has arrived when it shows another", () => {
  const writes = [write(), replacing({})];
  expect(decide({ reverseOrders: [LABELLED], writes, version: 2 })).toMatchObject({
    ...{ decided: "wait", ms: 40_000, isMailed: false, held: 1, arrived: [] },
  });
  const changed = [write(), replacing({ replaced: BEFORE })];
  expect(decide({ reverseOrders: [LABELLED], writes: changed, version: 2 })).toMatchObject({
    ...{ decided: "settled", isMailed: true, held: 2, arrived: [{ kind: "label-replace" }] },
  });
});

test("the shop may show for a moment the label that was replaced", () => {
  const writes = [write(), replacing({ outcome: "done", at: ago(10), settledAt: ago(10) })];
  const shown = { reverseOrders: [LABELLED], writes };
  expect(decide({ ...shown, version: 2 })).toMatchObject({ decided: "settled", held: 2 });
  expect(decide({ ...shown, version: 3 })).toMatchObject({ decided: "wait", ms: 50_000, held: 2 });
});

test("where nothing is shown that a label could be on, the customer still has the one before", () => {
  expect(decide({ reverseOrders: [], held: 1, version: 2 }).held).toBe(1);
});

test("a label that the timeline has forgotten is ours while another is to take its place", () => {
  const forgotten = { reverseOrders: [LABELLED], held: 1, version: 2 };
  expect(decide({ ...forgotten, writes: [replacing({})] })).toMatchObject({ decided: "wait", held: 1 });
  const refused = [replacing({ outcome: "refused" })];
  expect(decide({ ...forgotten, writes: refused })).toMatchObject({
    ...{ decided: "take", held: 1, steps: [{ step: "replace" }] },
  });
});

test("what was not answered long ago does not count once another was put there", () => {
  const writes = [replacing({ at: ago(9_000) }), write({ version: 3 })];
  expect(decide({ reverseOrders: [LABELLED], writes, held: 3, version: 3 })).toMatchObject({
    ...{ decided: "settled", held: 3 },
  });
});

describe("the customer has", () => {
  const B = order("B", delivery("b", true));
  test.each<[string, number | null, Partial<LabelReadings>]>([
    ["none", null, { reverseOrders: [NONE] }],
    ["none of ours", null, { reverseOrders: [LABELLED] }],
    ["ours", 1, { reverseOrders: [LABELLED], writes: [write()], version: 2 }],
    ["ours of long ago", 1, { reverseOrders: [LABELLED], held: 1, version: 2 }],
    ["ours that was taken off", 1, { reverseOrders: [NONE], writes: [write()], version: 2 }],
    [
      "the older of two",
      1,
      {
        reverseOrders: [B, LABELLED],
        writes: [write(), write({ reverseOrderId: "B", version: 2 })],
        version: 2,
      },
    ],
  ])("%s", (_what, held, readings) => {
    expect(decide(readings).held).toBe(held);
  });
});

describe("the customer has been emailed", () => {
  test.each<[string, boolean, Partial<LabelReadings>]>([
    ["with a label that was put there", true, { reverseOrders: [NONE], writes: [write()] }],
    ["long ago", true, { reverseOrders: [LABELLED], held: 1 }],
    [
      "not, with one that is no longer good",
      false,
      { reverseOrders: [LABELLED], writes: [write()], version: 2 },
    ],
    [
      "not, with one of long ago that is no longer good",
      false,
      { reverseOrders: [LABELLED], held: 1, version: 2 },
    ],
    [
      "with the new one on the first of two",
      true,
      {
        reverseOrders: [LABELLED, order("B", delivery("b", true))],
        writes: [write(), write({ reverseOrderId: "B" }), replacing({ outcome: "done", replaced: BEFORE })],
        version: 2,
      },
    ],
    [
      "with one of several tries",
      true,
      { reverseOrders: [NONE], writes: [write(), write({ outcome: "refused" })] },
    ],
    ["not, when nothing was ever tried", false, { reverseOrders: [NONE], version: 0 }],
    [
      "not, when it was ready and all that is known was refused",
      false,
      { reverseOrders: [LABELLED], held: 1, writes: [write({ outcome: "refused" })] },
    ],
    [
      "not, when it never showed where it was put, though another's shows elsewhere",
      false,
      { reverseOrders: [NONE, order("B", delivery("b", true))], writes: [unanswered(61)] },
    ],
    ["not, when no mail was wanted", false, { reverseOrders: [NONE], writes: [write({ mail: false })] }],
    ["not, when it was refused", false, { reverseOrders: [NONE], writes: [write({ outcome: "refused" })] }],
    ["not, when it was lost", false, { reverseOrders: [NONE], writes: [write({ outcome: "lost" })] }],
    ["not, when it never showed", false, { reverseOrders: [NONE], writes: [unanswered(61)] }],
    ["with the first of two", true, { reverseOrders: [order("B"), LABELLED], writes: [unanswered(61)] }],
  ])("%s", (_how, isMailed, readings) => {
    expect(decide(readings).isMailed).toBe(isMailed);
  });
});
