import type { Request as ExpressRequest } from "express";
import type { Services } from "../services.server.ts";
import type { ShopifyApi } from "../shopify/shopify.server.ts";

/*
 * Shopify's library checks what it signs. Its Remix helpers are not used for that: they also load the session and may
 * refresh the token, which is too much to do before an answer that Shopify awaits for seconds.
 */

/** A request as those checks take it: the bytes as they came, and the headers. */
export interface SignedRequest {
  rawBody: string;
  rawRequest: Request;
}

export function signedRequest({ body, headers }: ExpressRequest, { env }: Services): SignedRequest {
  const rawBody = Buffer.isBuffer(body) ? body.toString("utf8") : "";
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { rawBody, rawRequest: new Request(env.SHOPIFY_APP_URL, { method: "POST", headers: named }) };
}

/**
 * Checks a signature with each of the app's client secrets, the newest first.
 * @returns the check that holds, or that of the newest secret
 */
export async function checkSignature<Check extends { valid: boolean }>(
  { libraries }: Pick<Services, "libraries">,
  check: (api: ShopifyApi) => Promise<Check>,
): Promise<Check> {
  const [newest, ...older] = libraries;
  const first = await check(newest.api);
  if (first.valid) return first;
  for (const { api } of older) {
    const next = await check(api);
    if (next.valid) return next;
  }
  return first;
}

/** What a body says; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
