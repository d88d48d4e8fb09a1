import { randomUUID } from "node:crypto";
import type { EventFault } from "./event-faults.ts";
import type { EventName } from "./events.ts";
import type { Delivery, State } from "./state.ts";

/** How long an event to be overtaken waits for one that overtakes it. */
const REORDER_WAIT_MS = 3_000;
/** Its distance from the one that overtook it: enough for the other to be on its way. */
const REORDER_GAP_MS = 100;

/**
 * Writes down what is to be sent of an event: one delivery for each subscription to it, or what `takeFault` makes of
 * that. Returns the new deliveries.
 */
export function makeDeliveries(
  state: State,
  {
    event,
    body,
    now,
    takeFault,
  }: { event: EventName; body: string; now: number; takeFault: () => EventFault | undefined },
): Delivery[] {
  const waiting = [...state.deliveries.values()].filter(waitsToBeOvertaken);
  const made = state.subscriptions
    .filter((subscription) => subscription.event === event)
    .flatMap((subscription) => {
      // What overtakes another has no fault of its own, or it would wait to be overtaken in turn.
      const fault = overtake(waiting, { subscriptionId: subscription.id, now }) ? undefined : takeFault();
      const delivery: Delivery = {
        id: randomUUID(),
        subscriptionId: subscription.id,
        event,
        url: subscription.notificationUrl,
        body,
        fault: fault?.kind ?? null,
        state: "pending",
        attempts: 0,
        lastStatus: null,
        createdAt: now,
        lastAttemptAt: null,
        nextAttemptAt: now,
      };
      switch (fault?.kind) {
        case undefined:
          return [delivery];
        case "drop":
          return [{ ...delivery, state: "dropped" as const, nextAttemptAt: null }];
        case "duplicate":
          return [delivery, { ...delivery, id: randomUUID() }];
        case "late":
          return [{ ...delivery, nextAttemptAt: now + fault.ms }];
        case "reorder":
          return [{ ...delivery, nextAttemptAt: now + REORDER_WAIT_MS }];
      }
    });
  made.forEach((delivery) => state.deliveries.set(delivery.id, delivery));
  return made;
}

function waitsToBeOvertaken({ fault, attempts, createdAt, nextAttemptAt }: Delivery): boolean {
  return fault === "reorder" && attempts === 0 && nextAttemptAt === createdAt + REORDER_WAIT_MS;
}

/** Whether an event of this subscription was `waiting` to be overtaken: now it has been, and follows. */
function overtake(
  waiting: readonly Delivery[],
  { subscriptionId, now }: { subscriptionId: string; now: number },
): boolean {
  const overtaken = waiting.find((delivery) => delivery.subscriptionId === subscriptionId);
  if (overtaken) overtaken.nextAttemptAt = now + REORDER_GAP_MS;
  return overtaken !== undefined;
}
