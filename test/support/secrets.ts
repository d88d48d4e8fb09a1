import { createSealer, secretKeys } from "../../app/secrets.server.ts";

/** A key as `DOCKLINE_SECRET_KEYS` names it, the same for the same id. */
export function secretKey(id: string): string {
  return `${id}:${Buffer.alloc(32, id).toString("base64")}`;
}

export const SECRET_KEYS = secretKey("test");

/** Opens and seals as every app that `createWorld` starts. */
export const secrets = createSealer(secretKeys.parse(SECRET_KEYS));
