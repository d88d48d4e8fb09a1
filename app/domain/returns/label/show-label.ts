import type { Return } from "@prisma/client";
import { isAwaited, readLines } from "../return-lines.ts";
import { standOf, type LabelStand } from "./label-reasons.ts";
import { isOutdated } from "./label-version.ts";
import { numberOf } from "../return-ref.ts";

/** A return's label as its page shows it. */
export interface ShownLabel extends LabelStand {
  /** The return's own, by which its pages are addressed. */
  number: string;
  /** The customer has one of ours that was made for an inbound that is gone, or for another sender. */
  isOld: boolean;
  /** The inbound is gone that it was made for. */
  isGone: boolean;
  /** Since when it waits or fails; null when it does neither. */
  since: Date | null;
  /** The warehouse may be asked for it. */
  canPrint: boolean;
  canRetry: boolean;
  canRemake: boolean;
  /** The merchant has asked for a new one. */
  isAsked: boolean;
}

export function showLabel(
  row: Pick<
    Return,
    | "returnId"
    | "status"
    | "inboundStatus"
    | "label"
    | "labelReason"
    | "labelWords"
    | "labelSince"
    | "labelAnew"
    | "labelGoodFrom"
    | "heldLabel"
    | "lines"
  >,
): ShownLabel {
  const stand = standOf(row);
  const isGone = stand.state === "old";
  const isAnnounced = !isGone && row.inboundStatus !== null && row.inboundStatus !== "cancelled";
  const isOpen = isAnnounced && row.status === "OPEN" && row.inboundStatus !== "fully_received";
  const isLate =
    isOutdated(row.heldLabel, { goodFrom: row.labelGoodFrom }) && isAwaited(readLines(row.lines));
  const isOld = isGone || (isOpen && isLate);
  // What was taken off is not tried again: a new one is made.
  const isTried = (stand.state === "waiting" || stand.state === "failed") && stand.reason !== "removed";
  return {
    ...stand,
    // For what is on the return it does not matter why it is old.
    state: isOld && stand.state === "ready" ? "old" : stand.state,
    number: numberOf(row.returnId),
    ...{ isOld, isGone },
    since: row.labelSince,
    canPrint: isAnnounced,
    canRetry: isOpen && isTried,
    canRemake: isOpen && !isTried && stand.state !== "theirs",
    isAsked: row.labelAnew,
  };
}
