import type { Return } from "@prisma/client";
import type { Need } from "../return-needs.ts";

const DAY_MS = 24 * 60 * 60_000;

/** An open return is read in both systems at least so often, in milliseconds; the schedule comes round within the rest of the day. */
const CHECK_EVERY_MS = 22 * 60 * 60_000;

/** A completed return that the store still has open, in milliseconds: its receipts and lines may still change. */
const COMPLETED_EVERY_MS = 7 * DAY_MS;

/** A return that could not be read, in milliseconds. */
export const UNREADABLE_EVERY_MS = 60 * 60_000;

/** What the store has done with for good. A status this version does not know is not among them. */
const OVER: readonly string[] = ["CLOSED", "CANCELED", "DECLINED"];

export const isOver = (status: string): boolean => OVER.includes(status);

/**
 * When both systems are to be read again at the latest; null when nothing can come any more. A return that is over goes on
 * being read while the warehouse expects something of it, or may yet have it.
 */
export function nextCheck(
  about: Pick<Return, "status" | "stage" | "inboundStatus" | "announcingAt"> & {
    /** Also those that the merchant is done with. */
    needs: readonly Need[];
    now: Date;
  },
): Date | null {
  const { status, stage, inboundStatus, announcingAt, needs, now } = about;
  const inMs = (ms: number) => new Date(now.getTime() + ms);
  if (isOver(status)) {
    const isExpected = inboundStatus !== null && !hasEnded(inboundStatus);
    const mayAppear =
      inboundStatus === null && announcingAt && now.getTime() - announcingAt.getTime() < DAY_MS;
    // It may yet show what has come.
    const isUnknown = needs.some(({ kind }) => kind === "cancelled-late");
    return isExpected || mayAppear || isUnknown ? inMs(CHECK_EVERY_MS) : null;
  }
  return inMs(stage === "settled" && needs.length === 0 ? COMPLETED_EVERY_MS : CHECK_EVERY_MS);
}

/** The warehouse expects nothing more on an inbound of this status. */
export function hasEnded(inboundStatus: string): boolean {
  return inboundStatus === "fully_received" || inboundStatus === "cancelled";
}
