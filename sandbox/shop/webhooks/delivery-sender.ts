import { createHmac, randomUUID } from "node:crypto";
import type { Subscription } from "../app-config.ts";
import type { SwitchedOn } from "../../lib/switched-on.ts";
import { passes } from "./filter.ts";
import { includeFields } from "./include-fields.ts";
import type { WebhookFault } from "./webhook-faults.ts";

export interface Delivery {
  /** The same for every attempt, also when sent again by hand: what receivers tell duplicates by. */
  webhookId: string;
  /** The same for all deliveries of one event. */
  eventId: string;
  shop: string;
  topic: string;
  name?: string;
  url: string;
  apiVersion: string;
  triggeredAt: string;
  /** As it was when the event happened. */
  body: string;
  state: "pending" | "delivered" | "given-up";
  /** What was done to it on purpose. */
  fault?: WebhookFault["kind"];
  attempts: { at: string; status: number | null; error?: string }[];
}

export interface DeliverySender {
  /** Returns how many deliveries that makes: one for each subscription to the topic. */
  announce(event: { shop: string; topic: string; payload: () => object }): number;
  deliveries(): readonly Delivery[];
  /** Sends once more, now. False when there is no such delivery. */
  redeliver(webhookId: string): boolean;
  clear(): void;
  /** Sends nothing more and gives up on what is under way; it stays pending. */
  stop(): void;
}

/** Shopify's rules: an answer within 5 s, then 8 more tries within 4 hours. */
const ANSWER_WITHIN_MS = 5_000;
const RETRIES = 8;

/** Eight waits, each twice the one before, come to 255 times the first: from 56 s that is just below 4 hours. */
const RETRY_BASE_MS = 56_000;

/** Connections at once, so that a change of 10,000 products does not open 10,000. */
const AT_ONCE = 20;

/** How long a webhook to be overtaken waits for one that overtakes it. */
const REORDER_WAIT_MS = 1_000;
/** Its distance from the one that overtook it: enough for the other to be on its way. */
const REORDER_GAP_MS = 50;

/** Deliveries remembered for people and tests to look at. */
const REMEMBERED = 5_000;

export interface SenderOptions {
  appUrl: string;
  secret: string;
  apiVersion: string;
  subscriptions: readonly Subscription[];
  saved: readonly Delivery[];
  now: () => Date;
  changed: () => void;
  faults: SwitchedOn<WebhookFault>;
  answerWithinMs?: number;
  /** The first wait between two tries; the others follow by doubling. */
  retryBaseMs?: number;
}

export function createDeliverySender(options: SenderOptions): DeliverySender {
  const { answerWithinMs = ANSWER_WITHIN_MS, retryBaseMs = RETRY_BASE_MS } = options;
  let log: Delivery[] = [...options.saved];
  let stopping = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  /** What waits to be overtaken by the shop's next webhook. */
  let waiting: { shop: string; send: () => void }[] = [];
  const queue: Delivery[] = [];
  let underWay = 0;

  function sendSoon(delivery: Delivery): void {
    queue.push(delivery);
    while (underWay < AT_ONCE && queue.length) void sendNext();
  }

  async function sendNext(): Promise<void> {
    const delivery = queue.shift();
    if (!delivery) return;
    const { signal } = stopping;
    underWay++;
    const outcome = await post(delivery, { signal, secret: options.secret, answerWithinMs });
    underWay--;
    if (signal.aborted) return;
    delivery.attempts.push({ at: options.now().toISOString(), ...outcome });
    const accepted = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
    if (accepted) delivery.state = "delivered";
    else if (delivery.state === "pending") retryLater(delivery);
    options.changed();
    if (queue.length) void sendNext();
  }

  function retryLater(delivery: Delivery): void {
    const retry = delivery.attempts.length;
    if (retry > RETRIES) {
      delivery.state = "given-up";
      return;
    }
    after(retryBaseMs * 2 ** (retry - 1), () => sendSoon(delivery));
  }

  function after(ms: number, act: () => void): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  }

  /** Sends a new delivery, or does what a fault makes of it. */
  function begin(delivery: Delivery): void {
    const { shop, topic } = delivery;
    const fault = options.faults.take(
      (one) => (!one.shop || one.shop === shop) && (!one.topic || one.topic === topic),
    );
    if (fault) delivery.fault = fault.kind;
    switch (fault?.kind) {
      case undefined:
        return sendSoon(delivery);
      case "drop":
        delivery.state = "given-up";
        return;
      case "duplicate":
        sendSoon(delivery);
        return sendSoon(delivery);
      case "late":
        return after(fault.ms, () => sendSoon(delivery));
      case "reorder":
        return beOvertaken(delivery);
    }
  }

  function beOvertaken(delivery: Delivery): void {
    const one = {
      shop: delivery.shop,
      send() {
        if (!waiting.includes(one)) return;
        waiting = waiting.filter((other) => other !== one);
        sendSoon(delivery);
      },
    };
    waiting.push(one);
    after(REORDER_WAIT_MS, one.send);
  }

  const halt = () => {
    stopping.abort();
    timers.forEach(clearTimeout);
    timers.clear();
    queue.length = 0;
    waiting = [];
  };

  // What an earlier run left pending goes on where it stood.
  for (const delivery of log)
    if (delivery.state === "pending") (delivery.attempts.length ? retryLater : sendSoon)(delivery);

  return {
    announce({ shop, topic, payload }) {
      const ofTopic = options.subscriptions.filter((one) => one.topic === topic);
      if (!ofTopic.length) return 0;
      const whole = payload();
      const subscriptions = ofTopic.filter(({ filter }) => !filter || passes(whole, filter));
      const overtaken = waiting.filter((one) => one.shop === shop);
      const eventId = randomUUID();
      for (const { uri, name, includeFields: fields } of subscriptions) {
        const delivery: Delivery = {
          webhookId: randomUUID(),
          eventId,
          shop,
          topic,
          name,
          url: options.appUrl + uri,
          apiVersion: options.apiVersion,
          triggeredAt: options.now().toISOString(),
          body: JSON.stringify(includeFields(whole, fields)),
          state: "pending",
          attempts: [],
        };
        log.push(delivery);
        // What overtakes another has no fault of its own, or it would wait to be overtaken in turn.
        if (overtaken.length > 0) sendSoon(delivery);
        else begin(delivery);
      }
      for (const one of overtaken) after(REORDER_GAP_MS, one.send);
      if (log.length > REMEMBERED) log = log.slice(-REMEMBERED / 2);
      options.changed();
      return subscriptions.length;
    },
    deliveries: () => log,
    redeliver(webhookId) {
      const delivery = log.find((one) => one.webhookId === webhookId);
      if (delivery) sendSoon(delivery);
      return delivery !== undefined;
    },
    clear() {
      halt();
      stopping = new AbortController();
      log = [];
      options.changed();
    },
    stop: halt,
  };
}

async function post(
  delivery: Delivery,
  of: { signal: AbortSignal; secret: string; answerWithinMs: number },
): Promise<{ status: number | null; error?: string }> {
  try {
    const response = await fetch(delivery.url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Shop-Sandbox-Webhooks",
        "x-shopify-topic": delivery.topic,
        "x-shopify-hmac-sha256": createHmac("sha256", of.secret).update(delivery.body).digest("base64"),
        "x-shopify-shop-domain": delivery.shop,
        "x-shopify-api-version": delivery.apiVersion,
        "x-shopify-webhook-id": delivery.webhookId,
        "x-shopify-event-id": delivery.eventId,
        "x-shopify-triggered-at": delivery.triggeredAt,
        ...(delivery.name && { "x-shopify-name": delivery.name }),
      },
      body: delivery.body,
      // A redirect counts as a failure.
      redirect: "manual",
      signal: AbortSignal.any([of.signal, AbortSignal.timeout(of.answerWithinMs)]),
    });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    return { status: null, error: (error as Error).name };
  }
}
