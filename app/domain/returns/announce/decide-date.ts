import type { Return } from "@prisma/client";
import { LONGER_MS } from "../wait-longer.ts";

/** Days are `YYYY-MM-DD`, and UTC's. */
type Dates = Pick<Return, "expectedOn" | "renewedTo" | "dueOn">;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** A warehouse may expect it so many milliseconds after the day it was asked for: on its next working day. */
const ROUNDED_MS = 4 * 24 * 60 * 60_000;

/**
 * The day from which a return becomes overdue: the one it was expected on before Dockline first asked for another. Where the
 * warehouse has put that off itself, it is the warehouse's.
 */
export function dueDay({ expectedOn, renewedTo, dueOn }: Dates): string | null {
  if (expectedOn === null || renewedTo === null) return expectedOn;
  return Date.parse(expectedOn) > Date.parse(renewedTo) + ROUNDED_MS ? expectedOn : dueOn;
}

/**
 * The day that the warehouse is to expect a return on instead: the last one of the merchant's longer wait, or two weeks from now
 * where the return is overdue, and two weeks more whenever those have passed.
 * @returns null when the day that the warehouse shows is late enough, or no day is known
 */
export function decideDate(
  {
    expectedOn,
    renewedTo,
    waitUntil,
    isOverdue,
  }: Pick<Return, "expectedOn" | "renewedTo" | "waitUntil"> & { isOverdue: boolean },
  { now }: { now: Date },
): string | null {
  const wanted = wantedDay();
  return expectedOn !== null && expectedOn < wanted ? wanted : null;

  /** Empty when there is none. */
  function wantedDay(): string {
    if ((waitUntil ?? now) > now) return dayOf(waitUntil ?? now);
    if (!isOverdue) return "";
    const isAskedFor = (renewedTo ?? "") >= dayOf(now);
    return isAskedFor ? renewedTo! : dayOf(new Date(now.getTime() + LONGER_MS));
  }
}
