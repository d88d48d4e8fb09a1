import { createHmac } from "node:crypto";

/** Where a store's events go, and what they are signed with. */
export interface EventTarget {
  /** The app's. */
  url: string;
  hookId: string;
  webhookKey: string;
}

/** Sends a signed event of a store, as its warehouse would. */
export async function sendEvent(
  { url, hookId, webhookKey }: EventTarget,
  {
    headers,
    signal,
    identifier = "1",
  }: { headers?: Record<string, string>; signal?: AbortSignal; identifier?: string } = {},
): Promise<Response> {
  const body = JSON.stringify({ type: "shipped", resource: "shipment", identifier });
  const signature = createHmac("sha256", webhookKey).update(body).digest("base64");
  return fetch(`${url}/webhooks/warehouse/${hookId}/shipment-shipped`, {
    method: "POST",
    headers: { ...headers, "x-hook-signature": signature },
    body,
    ...(signal && { signal }),
  });
}
