import type { WriteOutcome } from "@prisma/client";
import type { ReverseOrder } from "../../../shopify/returns.ts";
import { MAY_ARRIVE_MS } from "../../timeline/send-once.ts";
import { labelStand, type LabelStand } from "./label-reasons.ts";

/** An earlier try of ours to put a label on a reverse fulfilment order. */
export interface LabelWrite {
  reverseOrderId: string;
  outcome: WriteOutcome;
  /** When it was sent, and when its outcome was known. */
  at: Date;
  settledAt: Date | null;
  /** The shopper was to get a mail with it. */
  mail: boolean;
}

export interface LabelReadings {
  reverseOrders: readonly Pick<ReverseOrder, "id" | "isOpen" | "deliveries">[];
  /** Of this return, the oldest first. The timeline forgets them after a year and more. */
  writes: readonly LabelWrite[];
  /** Our label was on the return when it was last read. */
  wasReady: boolean;
  /** The merchant wants it put there again. */
  anew: boolean;
  now: Date;
}

/**
 * `attach`: a delivery is made for it. `complete`: one is there without a label, for which another would be one too many.
 * `replace`: our label there gives way to a new one.
 */
export type LabelStep =
  | { step: "attach"; reverseOrderId: string }
  | { step: "complete" | "replace"; reverseOrderId: string; deliveryId: string };

export type LabelDecision = {
  /** Reverse fulfilment orders on which reading shows a label of ours whose answer was lost. */
  arrived: string[];
  /** The shopper has been told of a label of ours, or will have been. */
  told: boolean;
} & (
  | { decided: "settled"; stand: LabelStand }
  /** One of ours may still arrive: look again in so many milliseconds. */
  | { decided: "wait"; ms: number }
  | { decided: "take"; steps: LabelStep[] }
);

/** What is to be done so that each open reverse fulfilment order has one delivery with a label. */
export function decideLabel(readings: LabelReadings): LabelDecision {
  const { writes, anew, wasReady } = readings;
  const looks = readings.reverseOrders.filter(({ isOpen }) => isOpen).map((one) => look(one, readings));
  const arrived = looks.filter(({ found }) => found === "arrived").map(({ id }) => id);
  const isOn = (id: string) => looks.some((one) => one.id === id && one.found !== "missing");
  const told =
    // What the timeline has forgotten has been told long ago.
    (wasReady && writes.length === 0) ||
    writes.some(
      ({ mail, outcome, reverseOrderId }) =>
        mail && (outcome === "done" || (outcome === "intended" && isOn(reverseOrderId))),
    );
  const about = { arrived, told };
  const waits = looks.map(({ waitMs }) => waitMs);
  if (Math.max(0, ...waits) > 0) return { ...about, decided: "wait", ms: Math.max(...waits) };
  const steps = looks.flatMap(({ step }) => (step && (anew || !step.onlyAnew) ? step.take : []));
  if (steps.length > 0) return { ...about, decided: "take", steps };
  return { ...about, decided: "settled", stand: standing(looks.map(({ found }) => found)) };
}

type Found = "ours" | "arrived" | "theirs" | "missing" | "removed";

interface Look {
  id: string;
  found: Found;
  waitMs: number;
  step?: { take: LabelStep; onlyAnew: boolean };
}

function look(
  { id, deliveries }: LabelReadings["reverseOrders"][number],
  { writes, wasReady, anew, now }: LabelReadings,
): Look {
  const mine = writes.filter(({ reverseOrderId }) => reverseOrderId === id);
  const unanswered = mine.findLast(({ outcome }) => outcome === "intended");
  const done = mine.findLast(({ outcome }) => outcome === "done");
  const labelled = deliveries.find(({ hasLabel }) => hasLabel);
  if (labelled) {
    const isOurs = Boolean(unanswered ?? done) || (wasReady && writes.length === 0);
    if (!isOurs) return { id, found: "theirs", waitMs: 0 };
    const take = { step: "replace" as const, reverseOrderId: id, deliveryId: labelled.id };
    return { id, found: unanswered ? "arrived" : "ours", waitMs: 0, step: { take, onlyAnew: true } };
  }
  if (unanswered && left(unanswered.at, now) > 0)
    return { id, found: "missing", waitMs: left(unanswered.at, now) };
  // The shop may show for a moment what was before.
  const settling = done ? left(done.settledAt ?? done.at, now) : 0;
  if (settling > 0) return { id, found: "ours", waitMs: anew ? settling : 0 };
  const [bare] = deliveries;
  const take: LabelStep = bare
    ? { step: "complete", reverseOrderId: id, deliveryId: bare.id }
    : { step: "attach", reverseOrderId: id };
  // Whoever took it off had a reason: it comes back when the merchant says so.
  return { id, found: done ? "removed" : "missing", waitMs: 0, step: { take, onlyAnew: Boolean(done) } };
}

const left = (since: Date, now: Date) => since.getTime() + MAY_ARRIVE_MS - now.getTime();

function standing(found: readonly Found[]): LabelStand {
  if (found.length === 0) return labelStand("waiting", "nothing-to-label");
  if (found.includes("removed")) return labelStand("failed", "removed");
  return labelStand(found.some((one) => one !== "theirs") ? "ready" : "theirs");
}
