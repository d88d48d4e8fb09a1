import { CHANGE_INTERVAL } from "../../fulfilment/requests.ts";

/**
 * A change shows in the list of inbounds this much later at most, in milliseconds: clocks differ, and events are on their way.
 */
export const CHANGES_LAG_MS = 5 * 60_000;

/** How to ask the warehouse for the inbounds that have changed since some time. */
export interface ChangesAsked {
  /** From when on, with some room. */
  since: Date;
  /** In minutes, as the interface takes it. */
  changeInterval: number;
  /** Whether that reaches back as far: the interface looks back two days at most. */
  reaches: boolean;
}

export function changesSince(from: Date, now: Date): ChangesAsked {
  const since = new Date(from.getTime() - CHANGES_LAG_MS);
  const minutes = Math.ceil((now.getTime() - since.getTime()) / 60_000);
  const { least, most } = CHANGE_INTERVAL;
  return { since, changeInterval: Math.min(most, Math.max(least, minutes)), reaches: minutes <= most };
}
