import { createHmac, timingSafeEqual } from "node:crypto";

/** A SHA-256 in Base64: nothing else can be right. */
const WELL_FORMED = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Whether `signature` (header `x-hook-signature`) is the Base64 HMAC-SHA256 of the body under one of `keys`, of which
 * there are several while a key is being changed.
 *
 * The interface signs "the JSON serialisation of the request body". That is the body as received; should something
 * on the way have re-spaced it, its compact serialisation is tried as well. Every key is tried either way and each is
 * compared in constant time, so that the time tells nothing.
 */
export function isSignedWith(
  keys: readonly string[],
  { body, signature }: { body: Buffer; signature: string | undefined },
): boolean {
  if (!signature || !WELL_FORMED.test(signature)) return false;
  const given = Buffer.from(signature, "base64");
  const compact = compactJson(body);
  // Most come as they were signed: then both are the same bytes, and one look at them is enough.
  const texts = compact === undefined || compact.equals(body) ? [body] : [body, compact];
  const matches = keys
    .filter((key) => key !== "")
    .flatMap((key) =>
      texts.map((text) => timingSafeEqual(given, createHmac("sha256", key).update(text).digest())),
    );
  return matches.includes(true);
}

function compactJson(body: Buffer): Buffer | undefined {
  try {
    return Buffer.from(JSON.stringify(JSON.parse(body.toString("utf8"))));
  } catch {
    return undefined;
  }
}
