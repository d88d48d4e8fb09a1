import type { WriteOutcome } from "@prisma/client";
import type { ReverseOrder } from "../../../shopify/returns.ts";
import { MAY_ARRIVE_MS } from "../../timeline/send-once.ts";
import { labelStand, type LabelStand } from "./label-reasons.ts";

/** An earlier try of ours to put a label on a reverse fulfilment order. */
export interface LabelWrite {
  /** Whether it was the first there, or took the place of one of ours. */
  kind: "label-attach" | "label-replace";
  reverseOrderId: string;
  outcome: WriteOutcome;
  /** When it was sent, and when its outcome was known. */
  at: Date;
  settledAt: Date | null;
  /** The customer was to get a mail with it. */
  mail: boolean;
  /** The label's (`Return.labelVersion`). */
  version: number;
  /** When the shop had last changed the label that it was to replace; null when there was none. */
  replaced: string | null;
}

export interface LabelReadings {
  reverseOrders: readonly Pick<ReverseOrder, "id" | "isOpen" | "deliveries">[];
  /** Of this return, the oldest first. The timeline forgets them after a year and more. */
  writes: readonly LabelWrite[];
  /** The version of our label that the customer had when it was last read; null when there was none. */
  held: number | null;
  /** Labels of an earlier one are no longer good. */
  version: number;
  now: Date;
}

/**
 * `attach`: a delivery is made for it. `complete`: one is there without a label, for which another would be one too many.
 * `replace`: our label there gives way to a new one; `replaced` is when the shop last changed that.
 */
export type LabelStep =
  | { step: "attach"; reverseOrderId: string }
  | { step: "complete"; reverseOrderId: string; deliveryId: string }
  | { step: "replace"; reverseOrderId: string; deliveryId: string; replaced: string };

export type LabelDecision = {
  /** Writes whose answer was lost, and which reading shows to have arrived. */
  arrived: LabelWrite[];
  /** The customer has had a mail with a label of this version, or will have had it. */
  isMailed: boolean;
  /** The version of our label that the customer has, of several the oldest; null when there is none. */
  held: number | null;
} & (
  | { decided: "settled"; stand: LabelStand }
  /** One of ours may still arrive: look again in so many milliseconds. */
  | { decided: "wait"; ms: number }
  | { decided: "take"; steps: LabelStep[] }
);

/** What is to be done so that each open reverse fulfilment order has one delivery with a label of this version. */
export function decideLabel(readings: LabelReadings): LabelDecision {
  const { writes, held, version } = readings;
  const looks = readings.reverseOrders.filter(({ isOpen }) => isOpen).map((one) => look(one, readings));
  const arrived = looks.flatMap((one) => one.arrived ?? []);
  const isMailed =
    // What the timeline has forgotten was sent long ago.
    (held !== null && held >= version && writes.length === 0) ||
    writes.some(
      (one) => one.mail && one.version >= version && (one.outcome === "done" || arrived.includes(one)),
    );
  const about = { arrived, isMailed, held: heldOf(looks, held) };
  const waits = looks.map(({ waitMs }) => waitMs ?? 0);
  if (Math.max(0, ...waits) > 0) return { ...about, decided: "wait", ms: Math.max(...waits) };
  const steps = looks.flatMap(({ step }) => step ?? []);
  if (steps.length > 0) return { ...about, decided: "take", steps };
  return { ...about, decided: "settled", stand: standing(looks.map(({ found }) => found)) };
}

function heldOf(looks: readonly Look[], before: number | null): number | null {
  if (looks.length === 0) return before;
  const versions = looks.flatMap((one) => one.version ?? []);
  return versions.length > 0 ? Math.min(...versions) : null;
}

type Found = "ours" | "theirs" | "missing" | "removed";

interface Look {
  found: Found;
  /** Of ours that the customer has, though it may have been taken off since. */
  version?: number;
  arrived?: LabelWrite;
  waitMs?: number;
  step?: LabelStep;
}

function look(
  { id, deliveries }: LabelReadings["reverseOrders"][number],
  { writes, held, version, now }: LabelReadings,
): Look {
  const mine = writes.filter(({ reverseOrderId }) => reverseOrderId === id);
  const last = mine.findLast(({ outcome }) => outcome === "intended" || outcome === "done");
  const unanswered = last?.outcome === "intended" ? last : undefined;
  const done = mine.findLast(({ outcome }) => outcome === "done");
  const labelled = deliveries.find(({ labelChangedAt }) => labelChangedAt !== null);
  const mayArriveMs = unanswered ? left(unanswered.at, now) : 0;
  if (labelled) {
    const replaced = labelled.labelChangedAt!;
    const arrived = unanswered && unanswered.replaced !== replaced ? unanswered : undefined;
    // Only ours is replaced, so one that was to be replaced is ours.
    const isForgotten = writes.length === 0 || mine.some(({ kind }) => kind === "label-replace");
    const known = arrived?.version ?? done?.version ?? (isForgotten ? held : null);
    if (known === null) return { found: "theirs" };
    const ours = { found: "ours" as const, version: known, ...(arrived && { arrived }) };
    if (known >= version) return ours;
    // The shop may show for a moment what was before.
    const settlingMs = done?.replaced === replaced ? left(done.settledAt ?? done.at, now) : 0;
    const waitMs = Math.max(arrived ? 0 : mayArriveMs, settlingMs);
    if (waitMs > 0) return { ...ours, waitMs };
    return { ...ours, step: { step: "replace", reverseOrderId: id, deliveryId: labelled.id, replaced } };
  }
  const before = done && { version: done.version };
  if (mayArriveMs > 0) return { found: "missing", ...before, waitMs: mayArriveMs };
  // The shop may show for a moment what was before.
  const settlingMs = done ? left(done.settledAt ?? done.at, now) : 0;
  const isGood = done !== undefined && done.version >= version;
  if (settlingMs > 0) return { found: "ours", ...before, waitMs: isGood ? 0 : settlingMs };
  // Somebody took it off for a reason: it comes back with another inbound or sender, or when the merchant says so.
  if (isGood) return { found: "removed", ...before };
  const [bare] = deliveries;
  const step: LabelStep = bare
    ? { step: "complete", reverseOrderId: id, deliveryId: bare.id }
    : { step: "attach", reverseOrderId: id };
  return { found: "missing", ...before, step };
}

const left = (since: Date, now: Date) => since.getTime() + MAY_ARRIVE_MS - now.getTime();

function standing(found: readonly Found[]): LabelStand {
  if (found.length === 0) return labelStand("waiting", "nothing-to-label");
  if (found.includes("removed")) return labelStand("failed", "removed");
  return labelStand(found.some((one) => one !== "theirs") ? "ready" : "theirs");
}
