import { setAbstractFetchFunc } from "@shopify/shopify-api/runtime";
import { allowSandboxStorage } from "./storage-address.ts";

/** Shopify answers most calls within a second; one that takes this long is not coming back. */
const TIME_OUT_MS = 20_000;

/**
 * Sets how Shopify's library reaches Shopify: with a time-out per attempt, and, when `sandboxUrl` is given, to the
 * sandbox shop instead. The shop keeps its name `*.myshopify.com` in either case, so that session ids, signatures
 * and tokens are what they are in production. Call after the library's Node adapter is loaded; the last call wins.
 */
export function setShopifyFetch(sandboxUrl: string | undefined): void {
  allowSandboxStorage(sandboxUrl);
  const withTimeOut = (init: RequestInit | undefined): RequestInit => ({
    ...init,
    signal: AbortSignal.any([AbortSignal.timeout(TIME_OUT_MS), ...(init?.signal ? [init.signal] : [])]),
  });
  const toSandbox = (url: URL, init: RequestInit | undefined) => {
    if (!url.hostname.endsWith(".myshopify.com"))
      throw new Error(`With a sandbox shop the app only speaks to *.myshopify.com, not to ${url.hostname}.`);
    const headers = new Headers(init?.headers);
    headers.set("x-forwarded-host", url.hostname);
    return fetch(new URL(url.pathname + url.search, sandboxUrl), { ...withTimeOut(init), headers });
  };
  const shopifyFetch = (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return sandboxUrl ? toSandbox(url, init) : fetch(input, withTimeOut(init));
  };
  setAbstractFetchFunc(shopifyFetch);
}
