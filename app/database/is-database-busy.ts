/**
 * PostgreSQL takes no connection or no query now: too many connections are open, or memory or disk space is lacking
 * (53); the database is closed to connections (55000); the server starts or stops (57P); or nobody answers.
 */
const CODES = /^(08|53|55000|57P|ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;
/** Prisma's names for the same. */
const KINDS = /^(TooManyConnections|DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/;
/**
 * How `pg` and Prisma word what has no code of its own: no connection came free in time, none came about, or one broke
 * while a query was under way.
 */
const MESSAGES =
  /timeout exceeded when trying to connect|connection terminated|connection error|Unable to start a transaction in the given time/i;

/** Errors hold each other as their cause; deeper than this none does. */
const CAUSES_MAX = 5;

interface DatabaseError {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  cause?: unknown;
  /** Where Prisma's own errors keep what the driver threw. */
  meta?: { driverAdapterError?: unknown };
}

/**
 * Whether a database error may pass soon, so that the right answer is 503 with `Retry-After`: the pool had no free
 * connection, or PostgreSQL took none. Knows the errors of `pg`, of its pool and of Prisma, which wraps both.
 */
export function isDatabaseBusy(error: unknown): boolean {
  let current = error;
  for (let depth = 0; depth < CAUSES_MAX && typeof current === "object" && current !== null; depth++) {
    const { code, originalCode, kind, message, cause, meta }: DatabaseError = current;
    if (matches(CODES, code) || matches(CODES, originalCode)) return true;
    if (matches(KINDS, kind) || matches(MESSAGES, message)) return true;
    current = cause ?? meta?.driverAdapterError;
  }
  return false;
}

function matches(pattern: RegExp, text: unknown): boolean {
  return typeof text === "string" && pattern.test(text);
}
