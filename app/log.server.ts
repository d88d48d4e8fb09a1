import { pino, type Logger } from "pino";

export type { Logger };

/** Names under which secrets or shoppers' data could travel; pino blanks them wherever they stand, two levels deep. */
const SECRET_NAMES = [
  "accessToken",
  "refreshToken",
  "webhookKey",
  "authorization",
  "id_token",
  "apiSecretKey",
  "email",
];

export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "[hidden]" },
  });
}
