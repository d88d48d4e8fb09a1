import { createHmac } from "node:crypto";

/** Where a store's events go, and what they are signed with. */
export interface EventTarget {
  /** The app's. */
  url: string;
  hookId: string;
  webhookKey: string;
}

export interface SentEvent {
  /** The kind of event, as its address names it: receipt-received */
  event: string;
  type: string;
  resource: string;
  /** The record's. */
  identifier: string;
}

/** Of a shipment that nobody waits for. */
export const SHIPPED: SentEvent = {
  event: "shipment-shipped",
  type: "shipped",
  resource: "shipment",
  identifier: "1",
};

/** Sends a signed event of a store, as its warehouse would. */
export async function sendEvent(
  { url, hookId, webhookKey }: EventTarget,
  { event, ...content }: SentEvent,
  { headers, ...init }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  const body = JSON.stringify(content);
  const signature = createHmac("sha256", webhookKey).update(body).digest("base64");
  return fetch(`${url}/webhooks/warehouse/${hookId}/${event}`, {
    ...init,
    method: "POST",
    headers: { ...headers, "x-hook-signature": signature },
    body,
  });
}
