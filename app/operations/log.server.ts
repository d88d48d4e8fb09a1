import { AsyncLocalStorage } from "node:async_hooks";
import { pino, type Logger } from "pino";
import { traceId } from "./tracing.server.ts";

export type { Logger };

const HIDDEN = "[hidden]";

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

/** On whose account something happens: one request, or one run of a job. Stands in every line logged meanwhile. */
export interface Occasion {
  /** Also in the answer's `x-request-id`. */
  requestId?: string;
  job?: string;
  jobId?: string;
  /** Counted from 1. */
  attempt?: number;
  /** As soon as it is known. */
  shop?: string;
  /** The staff member of the store who asks, by Shopify's number. */
  staffId?: string;
}

const occasions = new AsyncLocalStorage<Occasion>();

/** Runs something so that all it logs says on what occasion; whoever is called meanwhile may add to it. */
export function onOccasion<T>(occasion: Occasion, run: () => T): T {
  return occasions.run(occasion, run);
}

/** The shop that the present occasion is about. @returns whether there is an occasion, which says so from now on. */
export function nameShop(shop: string): boolean {
  const occasion = occasions.getStore();
  if (!occasion || (occasion.shop ?? shop) !== shop) return false;
  occasion.shop = shop;
  return true;
}

/** The staff member on whose behalf the present occasion goes on; all that is logged from now on says so. */
export function nameStaff(staffId: string | null): void {
  const occasion = occasions.getStore();
  if (occasion && staffId !== null) occasion.staffId = staffId;
}

/**
 * What opens a door and can be told by its looks, within a message that others wrote: Shopify's tokens, whatever follows
 * `Bearer`, and signed or sealed tokens (JWS, JWE).
 */
const SECRET_LOOKS = /\bshp[a-z]{2}_\w+|(?<=\bBearer )[^\s"\\]+|\beyJ[\w-]{10,}\.[\w.-]+/gi;

export function createLog(level: string): Logger {
  return pino({
    level,
    base: null,
    // Where it is traced too, lines are found from the trace and the other way round.
    mixin: () => ({ ...occasions.getStore(), traceId: traceId() }),
    hooks: { streamWrite: (line) => line.replace(SECRET_LOOKS, HIDDEN) },
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: HIDDEN },
  });
}
