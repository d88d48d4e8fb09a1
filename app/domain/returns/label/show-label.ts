import type { Return } from "@prisma/client";
import { standOf, type LabelStand } from "./label-reasons.ts";
import { numberOf } from "../return-ref.ts";

/** A return's label as its page shows it. */
export interface ShownLabel extends LabelStand {
  /** The return's own, by which its pages are addressed. */
  number: string;
  /** Since when it waits or fails; null when it does neither. */
  since: Date | null;
  /** The warehouse may be asked for it. */
  canPrint: boolean;
  canRetry: boolean;
  canRemake: boolean;
  /** It is being made anew. */
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
  >,
): ShownLabel {
  const stand = standOf(row);
  const isAnnounced = row.inboundStatus !== null && row.inboundStatus !== "cancelled";
  const isOpen = isAnnounced && row.status === "OPEN" && row.inboundStatus !== "fully_received";
  // What was taken off is not tried again: it is made anew.
  const isTried = (stand.state === "waiting" || stand.state === "failed") && stand.reason !== "removed";
  return {
    ...stand,
    number: numberOf(row.returnId),
    since: row.labelSince,
    canPrint: isAnnounced,
    canRetry: isOpen && isTried,
    canRemake: isOpen && !isTried && stand.state !== "theirs",
    isAsked: row.labelAnew,
  };
}
