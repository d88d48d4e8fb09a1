import { AsyncLocalStorage } from "node:async_hooks";
import { destination, pino, type Logger } from "pino";
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
  method?: string;
  /** Without the query, which carries session tokens. */
  path?: string;
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
const crashHandlers = new WeakMap<Occasion, (error: unknown) => void>();

/** Runs something so that all it logs says on what occasion; whoever is called meanwhile may add to it. */
export function onOccasion<T>(occasion: Occasion, run: () => T): T {
  return occasions.run(occasion, run);
}

/** Sets what the present request or job does when an unexpected error ends the process in its course. */
export function onCrash(handle: (error: unknown) => void): void {
  const occasion = occasions.getStore();
  if (occasion) crashHandlers.set(occasion, handle);
}

/** Tells the present request or job that an unexpected error came up in its course. It may never end on its own. */
export function crashOccasion(error: unknown): void {
  const occasion = occasions.getStore();
  if (occasion) crashHandlers.get(occasion)?.(error);
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
 * `Bearer`, and signed or sealed tokens (JWS, JWE). Each is looked for once from each beginning of a word: a line may be long.
 */
const SECRET_LOOKS = /\bshp[a-z]{2}_\w+|(?<=\bBearer )[^\s"\\]+|(?<![\w-])eyJ[\w-]{10,}\.[\w.-]+/gi;

/** Lines that standard output does not take wait for the next line, at most so many bytes. */
const WAITING_LINES_MAX_BYTES = 1024 * 1024;

/**
 * Writes JSON lines to standard output, each before the call returns: the last line of a process that is killed is there.
 * A disk that is full costs lines, and never the process.
 */
export function createLog(level: string): Logger {
  const stdout = destination({ dest: 1, sync: true, maxLength: WAITING_LINES_MAX_BYTES });
  stdout.on("error", () => undefined);
  const options = {
    level,
    base: null,
    // Where it is traced too, lines are found from the trace and the other way round.
    mixin: () => ({ ...occasions.getStore(), traceId: traceId() }),
    hooks: { streamWrite: (line: string) => line.replace(SECRET_LOOKS, HIDDEN) },
    redact: { paths: SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: HIDDEN },
  };
  return pino(options, stdout);
}
