import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether `signature` (header `x-hook-signature`) is the Base64 HMAC-SHA256 of the body under `key`.
 *
 * The interface signs "the JSON serialisation of the request body". That is the body as received; should something
 * on the way have re-spaced it, its compact serialisation is tried as well. Compared in constant time.
 */
export function isSignedWith(
  key: string,
  { body, signature }: { body: Buffer; signature: string | undefined },
): boolean {
  if (!key || !signature) return false;
  const given = Buffer.from(signature, "base64");
  const matches = (bytes: Buffer | string) => {
    const expected = createHmac("sha256", key).update(bytes).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (matches(body)) return true;
  const compact = compactJson(body);
  return compact !== undefined && matches(compact);
}

function compactJson(body: Buffer): string | undefined {
  try {
    return JSON.stringify(JSON.parse(body.toString("utf8")));
  } catch {
    return undefined;
  }
}
