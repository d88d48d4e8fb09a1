import { createSecretKey, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { OWNER } from "../store/payloads.ts";
import type { World } from "../world.ts";

/** How long App Bridge's tokens are good for, in seconds. */
const LIFETIME_S = 60;

const keyOf = ({ app }: World) => createSecretKey(Buffer.from(app.apiSecret));

/** The token App Bridge hands to the embedded app. `overrides` replace claims, for tests of bad tokens. */
export function mintSessionToken(
  world: World,
  { domain, overrides = {} }: { domain: string; overrides?: Record<string, unknown> },
): Promise<string> {
  const now = Math.floor(world.now().getTime() / 1000);
  const claims = {
    iss: `https://${domain}/admin`,
    dest: `https://${domain}`,
    aud: world.app.apiKey,
    sub: String(OWNER.id),
    exp: now + LIFETIME_S,
    nbf: now,
    iat: now,
    jti: randomUUID(),
    sid: randomUUID(),
    ...overrides,
  };
  return new SignJWT(claims).setProtectedHeader({ alg: "HS256", typ: "JWT" }).sign(keyOf(world));
}

/** True when `token` is signed with the app's secret, meant for it and for this shop, and still good. */
export async function isSessionToken(
  world: World,
  { token, domain }: { token: string; domain: string },
): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(token, keyOf(world), {
      algorithms: ["HS256"],
      audience: world.app.apiKey,
      currentDate: world.now(),
      requiredClaims: ["exp", "dest"],
    });
    return payload.dest === `https://${domain}`;
  } catch {
    return false;
  }
}
