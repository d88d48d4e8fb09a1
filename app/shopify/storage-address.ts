import { ShopifyError } from "./errors.ts";

/** Statuses of a storage below 500 that may pass. */
export const PASSING_STATUSES: readonly number[] = [408, 425, 429];

/** The sandbox shop's own storage, when there is one to speak to. */
let sandboxOrigin: string | undefined;

/** Lets the sandbox shop's storage be spoken to, and only that. */
export function allowSandboxStorage(sandboxUrl: string | undefined): void {
  sandboxOrigin = sandboxUrl && new URL(sandboxUrl).origin;
}

/**
 * An address Shopify names for a file: of a bulk result, or for a label. Which host that is, is Shopify's affair and has
 * changed before, so no list is kept; but it is always a host of the internet with a name, spoken to over TLS, and never
 * this machine or the network it stands in.
 * @throws ShopifyError `refused` when it is anything else; nothing is sent then
 */
export function storageAddress(address: string | null): URL {
  const url = URL.parse(address ?? "");
  if (url && (sandboxOrigin ? url.origin === sandboxOrigin : isOnTheInternet(url))) return url;
  throw new ShopifyError("refused", { message: "a file's address is none that is spoken to" });
}

/** Two names or more with dots between. A digit at the start of the last makes it an IPv4 address, a bracket an IPv6 one. */
const INTERNET_NAME = /^(?:[a-z0-9_-]+\.)+[a-z][a-z0-9-]+\.?$/;

/** Ends of names that lead into a network of one's own (RFC 6761, RFC 6762, RFC 9476 and what is in use). */
const PRIVATE_NAME = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|onion|arpa)\.?$/;

function isOnTheInternet({ protocol, hostname, port, username, password }: URL): boolean {
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return false;
  return INTERNET_NAME.test(hostname) && !PRIVATE_NAME.test(hostname);
}
