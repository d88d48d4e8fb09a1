import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { ANSWER_TOO_LARGE } from "./errors.ts";
import { allowSandboxStorage } from "./storage-address.ts";

/** Shopify answers most calls within a second; one that takes this long is not coming back. */
const TIME_OUT_MS = 20_000;
/** The largest answer read. One page of the Admin API has far less than a megabyte. */
const ANSWER_MAX_BYTES = 32 * 1024 * 1024;

/**
 * Sets how Shopify's library reaches Shopify: with a time-out per attempt, a limit to what is read, and, when `sandboxUrl` is
 * given, to the sandbox shop instead. The shop keeps its name `*.myshopify.com` in either case, so that session ids,
 * signatures and tokens are what they are in production. Call after the library's Node adapter is loaded; the last call wins.
 */
export function setShopifyFetch(sandboxUrl: string | undefined): void {
  allowSandboxStorage(sandboxUrl);
  const send = (url: URL, init: RequestInit) => {
    if (!sandboxUrl) return fetch(url, init);
    if (!url.hostname.endsWith(".myshopify.com"))
      throw new Error(`With a sandbox shop the app only speaks to *.myshopify.com, not to ${url.hostname}.`);
    const headers = new Headers(init.headers);
    headers.set("x-forwarded-host", url.hostname);
    return fetch(new URL(url.pathname + url.search, sandboxUrl), { ...init, headers });
  };
  setAbstractFetchFunc(async (input: string | URL | Request, init: RequestInit = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const signals = [AbortSignal.timeout(TIME_OUT_MS), ...(init.signal ? [init.signal] : [])];
    const signal = AbortSignal.any(signals);
    try {
      // A redirect would carry the token to another address.
      return await readWhole(await send(url, { ...init, redirect: "manual", signal }));
    } catch (error) {
      // The library keeps nothing of an error but its words, so what happened is told as an answer.
      if (signal.aborted) return new Response(null, { status: 408 });
      throw error;
    }
  });
}

/** The answer with its body read: an answer that breaks off, or is too large, fails here. */
async function readWhole(response: Response): Promise<Response> {
  const chunks: Uint8Array[] = [];
  // What says that it is too large need not be read to find out.
  let size = Number(response.headers.get("content-length") ?? 0) > ANSWER_MAX_BYTES ? ANSWER_MAX_BYTES : 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    size += part.value.length;
    chunks.push(part.value);
    if (size <= ANSWER_MAX_BYTES) continue;
    await reader?.cancel();
    const message = `an answer over ${ANSWER_MAX_BYTES} bytes`;
    return Response.json({ errors: [{ message, extensions: { code: ANSWER_TOO_LARGE } }] });
  }
  const { status, statusText, headers } = response;
  // HTTP allows no body with these, not even an empty one.
  const body = status === 204 || status === 304 ? null : Buffer.concat(chunks);
  return new Response(body, { status, statusText, headers });
}
