import { describe, expect, test } from "vitest";
import {
  decideLabel,
  type LabelReadings,
  type LabelWrite,
} from "../../app/domain/returns/label/decide-label.ts";

const NOW = new Date("2030-01-01T12:00:00Z");
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1000);

const delivery = (id: string, hasLabel: boolean) => ({ id, hasLabel, trackingNumber: null });
const order = (id: string, ...deliveries: ReturnType<typeof delivery>[]) => ({
  ...{ id, isOpen: true, deliveries },
});
const write = (change: Partial<LabelWrite> = {}): LabelWrite => ({
  ...{ reverseOrderId: "A", outcome: "done", at: ago(600), settledAt: ago(600), mail: true },
  ...change,
});
const decide = (readings: Partial<LabelReadings>) =>
  decideLabel({ reverseOrders: [], writes: [], wasReady: false, anew: false, now: NOW, ...readings });

const LABELLED = order("A", delivery("a", true));
const BARE = order("A", delivery("a", false));
const NONE = order("A");
const unanswered = (seconds: number) => write({ outcome: "intended", at: ago(seconds), settledAt: null });

describe("what stands on the return already stays", () => {
  test.each<[string, Partial<LabelReadings>, object]>([
    ["ours", { reverseOrders: [LABELLED], writes: [write()] }, { state: "ready" }],
    ["ours of long ago", { reverseOrders: [LABELLED], wasReady: true }, { state: "ready" }],
    ["somebody else's", { reverseOrders: [LABELLED] }, { state: "theirs" }],
    [
      "somebody else's, after the shop had refused ours",
      { reverseOrders: [LABELLED], writes: [write({ outcome: "refused" })] },
      { state: "theirs" },
    ],
    [
      "somebody else's, though asked for anew",
      { reverseOrders: [LABELLED], anew: true },
      { state: "theirs" },
    ],
    [
      "somebody else's, though ours was on another part of it",
      { reverseOrders: [LABELLED], wasReady: true, writes: [write({ reverseOrderId: "B" })] },
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
  const replace = { step: "replace", reverseOrderId: "A", deliveryId: "a" };
  test.each<[string, Partial<LabelReadings>, object[]]>([
    ["nothing is there", { reverseOrders: [NONE] }, [attach]],
    ["a delivery is there without a label", { reverseOrders: [BARE] }, [{ ...replace, step: "complete" }]],
    ["an earlier try was lost", { reverseOrders: [NONE], writes: [write({ outcome: "lost" })] }, [attach]],
    ["one can no longer arrive", { reverseOrders: [NONE], writes: [unanswered(60)] }, [attach]],
    [
      "one of two is there",
      { reverseOrders: [order("B"), LABELLED], writes: [write()] },
      [{ ...attach, reverseOrderId: "B" }],
    ],
    ["ours is wanted anew", { reverseOrders: [LABELLED], writes: [write()], anew: true }, [replace]],
    ["what was taken off is wanted anew", { reverseOrders: [NONE], writes: [write()], anew: true }, [attach]],
    ["two are missing", { reverseOrders: [NONE, order("B")] }, [attach, { ...attach, reverseOrderId: "B" }]],
  ])("%s", (_what, readings, steps) => {
    expect(decide(readings)).toMatchObject({ decided: "take", steps });
  });
});

test("one that may still arrive is waited for, whatever else there is to do", () => {
  const writes = [write({ outcome: "intended", at: ago(20), settledAt: null })];
  expect(decide({ reverseOrders: [order("B"), NONE], writes })).toMatchObject({
    decided: "wait",
    ms: 40_000,
    told: false,
  });
});

test("ours that is wanted anew waits until the shop shows it", () => {
  expect(
    decide({ reverseOrders: [NONE], writes: [write({ settledAt: ago(10) })], anew: true }),
  ).toMatchObject({
    ...{ decided: "wait", ms: 50_000 },
  });
});

test("a label that shows although its answer was lost has arrived", () => {
  expect(decide({ reverseOrders: [LABELLED], writes: [unanswered(5)] })).toMatchObject({
    ...{ decided: "settled", arrived: ["A"], told: true, stand: { state: "ready" } },
  });
});

describe("the shopper has been told", () => {
  test.each<[string, boolean, Partial<LabelReadings>]>([
    ["with a label that was put there", true, { reverseOrders: [NONE], writes: [write()], anew: true }],
    ["long ago", true, { reverseOrders: [LABELLED], wasReady: true, anew: true }],
    [
      "with one of several tries",
      true,
      { reverseOrders: [NONE], writes: [write(), write({ outcome: "refused" })] },
    ],
    ["not, when nothing was ever tried", false, { reverseOrders: [NONE] }],
    [
      "not, when it was ready and all that is known was refused",
      false,
      { reverseOrders: [LABELLED], wasReady: true, writes: [write({ outcome: "refused" })] },
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
  ])("%s", (_how, told, readings) => {
    expect(decide(readings).told).toBe(told);
  });
});
