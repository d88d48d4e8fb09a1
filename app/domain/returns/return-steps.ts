import type { LabelState } from "@prisma/client";
import { askedOf, isSettled, receivedOf, type ReturnLine } from "./return-lines.ts";

/** A return's way, step by step. */
export const RETURN_STEPS = [
  "requested",
  "approved",
  "announced",
  "labelled",
  "received",
  "settled",
] as const;
export type ReturnStep = (typeof RETURN_STEPS)[number];

export interface ShownStep {
  step: ReturnStep;
  /** `now` is what is waited for; there is none once the return is over. */
  state: "done" | "now" | "todo";
}

/**
 * How far a return has come on its way: each step by what both worlds say of it alone, because a return may be closed
 * that never arrived, or arrive without a label. Without labels that step is left out, unless there is one all the same.
 */
export function stepsOf(about: {
  status: string;
  /** As the warehouse calls it; null when it has none. */
  inboundStatus: string | null;
  label: LabelState;
  lines: readonly ReturnLine[];
  /** The merchant wants labels. */
  wantsLabel: boolean;
}): ShownStep[] {
  const { status, inboundStatus, label, lines } = about;
  const hasLabel = label === "ready" || label === "theirs";
  const isDone: Record<ReturnStep, boolean> = {
    requested: true,
    // Of one that was cancelled it is not known whether it ever was.
    approved: status === "OPEN" || status === "CLOSED" || inboundStatus !== null,
    announced: inboundStatus !== null && inboundStatus !== "cancelled",
    labelled: hasLabel,
    received: hasArrived({ inboundStatus, lines }),
    settled: isSettled(lines),
  };
  const isUnderWay = status === "REQUESTED" || status === "OPEN";
  const shown = RETURN_STEPS.filter((step) => step !== "labelled" || about.wantsLabel || hasLabel);
  const next = isUnderWay ? shown.find((step) => !isDone[step]) : undefined;
  return shown.map((step) => ({ step, state: isDone[step] ? "done" : step === next ? "now" : "todo" }));
}

/** Whether the warehouse has all it will get of a return. */
export function hasArrived(about: { inboundStatus: string | null; lines: readonly ReturnLine[] }): boolean {
  const { inboundStatus, lines } = about;
  const sent = lines.filter(({ isSent }) => isSent);
  const hasCome = (line: ReturnLine) => receivedOf(line) >= askedOf(line);
  return (
    inboundStatus === "fully_received" || (sent.some((line) => receivedOf(line) > 0) && sent.every(hasCome))
  );
}
