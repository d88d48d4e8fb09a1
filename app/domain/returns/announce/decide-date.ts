import type { Return } from "@prisma/client";
import { LONGER_MS } from "../wait-longer.ts";

/** Days are `YYYY-MM-DD`, and UTC's. */
type Dates = Pick<Return, "expectedOn" | "renewedTo" | "dueOn">;

const dayOf = (at: Date) => at.toISOString().slice(0, 10);

/** The day from which a return becomes overdue: the first one it was expected on, however often Dockline has moved that since. */
export function dueDay({ expectedOn, renewedTo, dueOn }: Dates): string | null {
  return renewedTo !== null && expectedOn === renewedTo ? dueOn : expectedOn;
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
  if (expectedOn === null) return null;
  const wanted = wantedDay();
  return wanted !== null && expectedOn < wanted ? wanted : null;

  function wantedDay(): string | null {
    if (waitUntil !== null && waitUntil > now) return dayOf(waitUntil);
    if (!isOverdue) return null;
    return renewedTo !== null && renewedTo >= dayOf(now)
      ? renewedTo
      : dayOf(new Date(now.getTime() + LONGER_MS));
  }
}
