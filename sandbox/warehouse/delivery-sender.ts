import { createHmac } from "node:crypto";
import type { SwitchedOn } from "../lib/switched-on.ts";
import type { Behaviours } from "./behaviours.ts";
import type { EventFault } from "./event-faults.ts";
import { eventBody, type EventName, type Subject } from "./events.ts";
import { makeDeliveries } from "./make-deliveries.ts";
import { ANSWER_WITHIN_MS, retrySchedule } from "./retry-schedule.ts";
import type { Delivery, State } from "./state.ts";

export interface DeliverySender {
  /** Makes one delivery for each subscription to `event`, or what a fault makes of it, and sends it when due. */
  announce(event: EventName, subject: Subject & { afterMs?: number }): void;
  /** Sends what is due, soon. Call after unpausing or moving the clock. */
  wake(): void;
  /** When the next attempt is due; null when none is, or none may be made. Milliseconds since 1970. */
  nextDue(): number | null;
  /** Sends what is due and waits for the answers, also to what became due meanwhile. Returns how many attempts. */
  sendDue(): Promise<number>;
  /** Sends now, one after the other, even while paused. Returns each answer's status, null for none. */
  sendAgain(delivery: Delivery, times: number): Promise<(number | null)[]>;
  /** Sends nothing more and gives up waiting for answers; what was under way stays pending. */
  stop(): void;
}

/** A slow receiver gets no more than this many calls at once, and keeps nobody but itself waiting. */
const AT_ONCE_PER_SUBSCRIPTION = 8;

/** Timers count this machine's waking hours; while something is pending the clock itself is looked at this often. */
const LOOK_EVERY_MS = 1_000;

/** Settled deliveries are remembered for people to look at; older ones are forgotten so that a long day stays small. */
const SETTLED_KEPT = 1_000;

export function createDeliverySender(options: {
  state: State;
  changed: () => void;
  now: () => number;
  webhookKey: string;
  retryBaseMs: number;
  behaviours: Readonly<Behaviours>;
  faults: SwitchedOn<EventFault>;
}): DeliverySender {
  const { behaviours, state, changed, now, webhookKey, retryBaseMs, faults } = options;
  const nextAttemptAt = retrySchedule(retryBaseMs);
  const underWay = new Map<string, { delivery: Delivery; done: Promise<void> }>();
  const settled = [...state.deliveries.values()].filter((d) => d.state !== "pending").map((d) => d.id);
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function post({ url, body }: Delivery): Promise<number | null> {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-hook-signature": createHmac("sha256", webhookKey).update(body).digest("base64"),
        },
        body,
        // Following a redirect could lead off this machine; as an answer it is simply not 200.
        redirect: "manual",
        signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return null;
    }
  }

  /** Sends once and writes down what came of it. */
  async function attempt(delivery: Delivery): Promise<number | null> {
    const status = await post(delivery);
    const forgotten = state.deliveries.get(delivery.id) !== delivery;
    if (stopping.signal.aborted || forgotten) return status;
    delivery.attempts += 1;
    delivery.lastStatus = status;
    delivery.lastAttemptAt = now();
    if (status === 200) settle(delivery, "delivered");
    else if (delivery.state === "pending") {
      delivery.nextAttemptAt = nextAttemptAt(delivery, { now: now(), random: Math.random() });
      if (delivery.nextAttemptAt === null) settle(delivery, "dropped");
    }
    changed();
    return status;
  }

  function settle(delivery: Delivery, outcome: "delivered" | "dropped"): void {
    if (delivery.state === "pending") remember(delivery);
    delivery.state = outcome;
    delivery.nextAttemptAt = null;
  }

  /** The latest settled delivery; the oldest is forgotten for it. */
  function remember({ id }: Delivery): void {
    settled.push(id);
    if (settled.length > SETTLED_KEPT) state.deliveries.delete(settled.shift() ?? "");
  }

  function start(delivery: Delivery): void {
    const done = attempt(delivery).then(() => {
      underWay.delete(delivery.id);
      wakeIn(0);
    });
    underWay.set(delivery.id, { delivery, done });
  }

  function wakeIn(ms: number): void {
    clearTimeout(timer);
    timer = stopping.signal.aborted ? undefined : setTimeout(wake, Math.max(0, ms));
  }

  function mayNotSend(): boolean {
    return state.paused || stopping.signal.aborted;
  }

  /** Starts as much of what is due as may be under way at once, and sets the alarm for the rest. */
  function wake(): void {
    if (mayNotSend()) return;
    const calls = new Map<string, number>();
    const callsTo = ({ subscriptionId }: Delivery) => calls.get(subscriptionId) ?? 0;
    underWay.forEach(({ delivery }) => calls.set(delivery.subscriptionId, callsTo(delivery) + 1));
    let earliest = Infinity;
    for (const delivery of state.deliveries.values()) {
      if (delivery.nextAttemptAt === null || underWay.has(delivery.id)) continue;
      if (delivery.nextAttemptAt > now()) {
        earliest = Math.min(earliest, delivery.nextAttemptAt);
      } else if (callsTo(delivery) < AT_ONCE_PER_SUBSCRIPTION) {
        calls.set(delivery.subscriptionId, callsTo(delivery) + 1);
        start(delivery);
      }
    }
    if (earliest < Infinity) wakeIn(Math.min(earliest - now(), LOOK_EVERY_MS));
  }

  return {
    announce(event, { afterMs = 0, ...subject }) {
      const takeFault = () => faults.take((fault) => !fault.event || fault.event === event);
      for (const delivery of makeDeliveries(state, {
        event,
        body: eventBody(event, { subject, kind: behaviours.identifiers[event] }),
        now: now() + afterMs,
        takeFault,
      }))
        if (delivery.state === "dropped") remember(delivery);
      changed();
      wakeIn(0);
    },
    wake: () => wakeIn(0),
    nextDue() {
      const due = [...state.deliveries.values()].flatMap((one) => one.nextAttemptAt ?? []);
      return mayNotSend() || due.length === 0 ? null : due.reduce((a, b) => Math.min(a, b));
    },
    async sendDue() {
      let attempts = 0;
      for (wake(); underWay.size > 0; wake()) {
        attempts += underWay.size;
        await Promise.all([...underWay.values()].map(({ done }) => done));
      }
      return attempts;
    },
    async sendAgain(delivery, times) {
      const statuses: (number | null)[] = [];
      while (statuses.length < times) statuses.push(await attempt(delivery));
      return statuses;
    },
    stop() {
      stopping.abort();
      clearTimeout(timer);
    },
  };
}
