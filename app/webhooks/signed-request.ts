import type { Request as ExpressRequest } from "express";
import type { Services } from "../services.server.ts";

/*
 * Shopify's library checks what it signs. Its Remix helpers are not used for that: they also load the session and may
 * refresh the token, which is too much to do before an answer that Shopify awaits for seconds.
 */

/** A request as those checks take it: the bytes as they came, and the headers. */
export function signedRequest({ body, headers }: ExpressRequest, { env }: Services) {
  const rawBody = Buffer.isBuffer(body) ? body.toString("utf8") : "";
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { rawBody, rawRequest: new Request(env.SHOPIFY_APP_URL, { method: "POST", headers: named }) };
}

/** What a body says; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
