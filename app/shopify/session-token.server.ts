import { jwtVerify, type JWTPayload } from "jose";
import { z } from "zod";

/** What a session token of Shopify's admin says, once its signature holds. */
export interface SessionTokenClaims {
  /** `*.myshopify.com` */
  shop: string;
  /** The number of the staff member who asks; Shopify's `sub`. Null where the token names nobody. */
  staffId: string | null;
}

/** Clocks may differ by as much, in seconds; Shopify's library allows the same. */
const CLOCK_TOLERANCE_SECONDS = 10;

const claims = z.object({
  dest: z.string().regex(/^https:\/\/[a-z0-9][a-z0-9-]*\.myshopify\.com$/i),
  sub: z
    .string()
    .regex(/^\d{1,20}$/)
    .nullish()
    .catch(null),
});

/**
 * Checks a session token's signature, its audience and its times.
 * @returns undefined unless all of them hold
 */
export async function verifySessionToken(
  token: string,
  { apiKey, apiSecret }: { apiKey: string; apiSecret: string },
): Promise<SessionTokenClaims | undefined> {
  let payload: JWTPayload;
  try {
    const options = { algorithms: ["HS256"], audience: apiKey, clockTolerance: CLOCK_TOLERANCE_SECONDS };
    ({ payload } = await jwtVerify(token, new TextEncoder().encode(apiSecret), options));
  } catch {
    return undefined;
  }
  const parsed = claims.safeParse(payload);
  if (!parsed.success) return undefined;
  return { shop: new URL(parsed.data.dest).hostname, staffId: parsed.data.sub ?? null };
}
