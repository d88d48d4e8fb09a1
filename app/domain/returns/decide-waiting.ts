import type { LabelState, ReturnStage } from "@prisma/client";
import { hasEnded, isOver } from "./check/next-check.ts";
import { isSettled, outstandingOf, type ReturnLine } from "./return-lines.ts";
import type { Need } from "./return-needs.ts";
import { hasArrived } from "./return-steps.ts";

const DAY_MS = 24 * 60 * 60_000;

/** What a return waits for when nobody has to do anything about it, or only what the store's staff do in the store. */
export const AWAITED = [
  /** The merchant approves or declines it in the store. */
  "approval",
  /** The merchant has it sent: it is from before Dockline, or sending is off. */
  "go-ahead",
  /** The location that shipped it takes it back, or the merchant has it sent to the warehouse. */
  "other-location",
  /** The warehouse takes it at the next try. */
  "inbound",
  "label",
  "parcel",
  /** Some has come. */
  "rest",
  /** What came is put back in stock. */
  "restock",
  /** The merchant decides in the store what becomes of the items. */
  "decision",
] as const;
type Awaited = (typeof AWAITED)[number];

export type Waiting =
  | { state: "completed" }
  | { state: "attention"; since: Date }
  | {
      state: "waiting";
      awaited: Awaited;
      since: Date;
      /** The day, `YYYY-MM-DD`, it is expected, and how many days ago that was; null when no day is known. */
      expectedOn: string | null;
      daysLate: number;
      /** When both systems are read again at the latest. */
      checkAt: Date | null;
    };

export interface WaitingFacts {
  status: string;
  stage: ReturnStage;
  stageSince: Date;
  createdAt: Date;
  inboundStatus: string | null;
  expectedOn: string | null;
  label: LabelState;
  labelSince: Date | null;
  lines: readonly ReturnLine[];
  needs: readonly Need[];
  /** Those that the merchant is done with. */
  seen: readonly Need[];
  checkAt: Date | null;
}

/** What keeps a return from coming: the merchant who is done with it has another way in mind. */
const HALTING: readonly Need["kind"][] = ["sender", "inbound-gone", "other-account"];

/**
 * What a return waits for: each is completed, needs attention, or waits for a named thing since a date. There is no fourth.
 * @param about.sends approved returns are sent to the warehouse unasked
 */
export function decideWaiting(
  facts: WaitingFacts,
  { sends, restocks, now }: { sends: boolean; restocks: boolean; now: Date },
): Waiting {
  const { status, stage, stageSince, needs, checkAt } = facts;
  if (needs.length > 0) return { state: "attention", since: stageSince };
  if (isOver(status) || stage === "settled") return { state: "completed" };
  const awaited = awaitedOf(facts, { sends, restocks });
  const isExpected = awaited === "parcel" || awaited === "rest";
  const expectedOn = isExpected ? facts.expectedOn : null;
  return {
    ...{ state: "waiting", awaited, since: sinceOf(facts, awaited), checkAt },
    ...{ expectedOn, daysLate: daysLate(expectedOn, now) },
  };
}

function awaitedOf(
  { status, stage, inboundStatus, label, lines, seen }: WaitingFacts,
  { sends, restocks }: { sends: boolean; restocks: boolean },
): Awaited {
  if (status === "REQUESTED") return "approval";
  if (seen.some(({ kind }) => HALTING.includes(kind))) return "decision";
  const ours = lines.filter(({ goods }) => goods === "mapped");
  const areAll = ours.length === lines.length && ours.every(({ isSent }) => isSent);
  if (inboundStatus === null) {
    // Nothing of it is anything to the warehouse.
    if (ours.length === 0) return "decision";
    if (ours.every(({ isSent }) => !isSent)) return "other-location";
    return stage === "earlier" || !sends ? "go-ahead" : "inbound";
  }
  if (hasEnded(inboundStatus) || hasArrived({ inboundStatus, lines })) {
    const isClear = ours.every((line) => outstandingOf(line) === 0 && line.unclear === 0);
    return restocks && areAll && isClear ? "restock" : "decision";
  }
  if (stage === "receiving") return "rest";
  // The merchant who is done with the label has another way.
  const isLabelAwaited =
    (label === "waiting" || label === "failed") && !seen.some(({ kind }) => kind === "label");
  return isLabelAwaited ? "label" : "parcel";
}

function sinceOf({ createdAt, labelSince, stageSince }: WaitingFacts, awaited: Awaited): Date {
  if (awaited === "approval" || awaited === "go-ahead" || awaited === "other-location") return createdAt;
  return awaited === "label" ? (labelSince ?? stageSince) : stageSince;
}

/** Whole days since an expected one; 0 when it has not passed. Days are UTC's. */
function daysLate(expectedOn: string | null, now: Date): number {
  if (expectedOn === null) return 0;
  return Math.max(0, Math.floor((now.getTime() - Date.parse(expectedOn)) / DAY_MS));
}

/**
 * Whether not all of an open return has come although it was expected more than `overdueDays` days ago. Where some has come since,
 * the days are counted from the last receipt.
 */
export function isOverdue(
  facts: Pick<WaitingFacts, "status" | "inboundStatus" | "expectedOn" | "lines"> & {
    /** `YYYY-MM-DD` of the last receipt; null when there is none, or it has no date. */
    receivedOn: string | null;
    waitUntil: Date | null;
  },
  { overdueDays, now }: { overdueDays: number; now: Date },
): boolean {
  const { status, inboundStatus, expectedOn, receivedOn, lines, waitUntil } = facts;
  if (isOver(status) || inboundStatus === null || hasEnded(inboundStatus)) return false;
  if (isSettled(lines) || hasArrived({ inboundStatus, lines })) return false;
  const since = expectedOn && receivedOn && receivedOn > expectedOn ? receivedOn : expectedOn;
  return daysLate(since, now) > overdueDays && (waitUntil === null || waitUntil <= now);
}
