import type { Behaviours } from "./behaviours.ts";
import type { EventName, Subject } from "./events.ts";
import type { State } from "./state.ts";

/** What the routes and the floor work on: one warehouse, from start to close. */
export interface Warehouse {
  state: State;
  /** Milliseconds since 1970. */
  now(): number;
  /** Call after every change of `state`, so that it is saved. */
  changed(): void;
  /** Makes a delivery for every subscription to `event`, to be sent now or after `afterMs`. Saves too. */
  announce(event: EventName, subject: Subject & { afterMs?: number }): void;
  /** As they are now: they can change between two requests. */
  behaviours: Readonly<Behaviours>;
}

/** An instant as the control API shows it. */
export function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

/** The warehouse's calendar day, YYYY-MM-DD in UTC. */
export function today(warehouse: Warehouse): string {
  return new Date(warehouse.now()).toISOString().slice(0, 10);
}
