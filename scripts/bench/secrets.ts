import { randomBytes } from "node:crypto";
import { createSealer, secretKeys } from "../../app/secrets.server.ts";

/** What this run's programs seal with, as they are told of it. */
export const SECRET_KEYS = `bench:${randomBytes(32).toString("base64")}`;

/** Opens what they have sealed. */
export const secrets = createSealer(secretKeys.parse(SECRET_KEYS));
