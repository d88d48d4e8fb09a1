import type { BehaviourChanges, Behaviours } from "../../sandbox/warehouse/behaviours.ts";
import { eventNames, identifierKinds } from "../../sandbox/warehouse/events.ts";
import type { Luck } from "./luck.ts";

type Values = { [Name in Exclude<keyof Behaviours, "stockTimes">]: readonly Behaviours[Name][] };

/** Statuses after which nobody asks again on their own. */
const REFUSALS = [400, 403, 409, 422];

/**
 * All that the interface leaves open, and what a warehouse may do otherwise than the sandbox usually does. A wrong stock is a
 * mistake that ends (`planTrouble`).
 */
export const UNUSUAL: Values = {
  showLines: ["included", "never"],
  showReceipts: ["included", "never"],
  rewriteLineRefs: [true],
  jsonLabels: [true],
  labelDelayMs: [20 * 60_000, null],
  shortInbounds: ["fully_received", "cancelled"],
  corrections: ["further-line", "further-receipt"],
  correctionEvents: [true],
  deletionEvents: [true],
  identifiers: eventNames.flatMap((event) => identifierKinds.map((kind) => ({ [event]: kind }))),
  refusedSubscriptions: eventNames.flatMap((event) => REFUSALS.map((status) => ({ [event]: status }))),
  repeatedSubscriptions: ["address-refused", "event-refused"],
  revokedSubscriptions: ["ended"],
  consolidation: [false],
  unconsolidatedStock: ["dispatch"],
  defectiveStock: ["counted"],
};

/** How many warehouses do something unusual, and how many things the most unusual one. */
const [UNUSUAL_SHARE, MOST] = [0.6, 4];

/** How the warehouse of one store behaves throughout a story. */
export function planBehaviours(luck: Luck): BehaviourChanges {
  if (!luck.chance(UNUSUAL_SHARE)) return {};
  const names = Object.keys(UNUSUAL) as (keyof Values)[];
  const chosen = Array.from({ length: luck.between(1, MOST) }, () => luck.pick(names));
  const changes = Object.fromEntries(chosen.map((name) => [name, luck.pick<unknown>(UNUSUAL[name])]));
  // It says something of such sellers only.
  return "unconsolidatedStock" in changes ? { ...changes, consolidation: false } : changes;
}
