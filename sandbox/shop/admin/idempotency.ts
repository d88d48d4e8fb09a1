import type { KeyedAttempt } from "../store/shop.ts";
import type { AdminContext } from "./field.ts";

/** How long a key is remembered. Shopify's own window is not published in what this was written from. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000;

export type KeyRefusal =
  | "IDEMPOTENCY_CONCURRENT_REQUEST"
  | "IDEMPOTENCY_KEY_PARAMETER_MISMATCH"
  | "IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED";

export const KEY_REFUSALS: Record<KeyRefusal, string> = {
  IDEMPOTENCY_CONCURRENT_REQUEST: "This request is currently in progress, please try again.",
  IDEMPOTENCY_KEY_PARAMETER_MISMATCH:
    "The same idempotency key cannot be used with different operation parameters.",
  IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED:
    "A previous request with this idempotency key failed. Retry with a new idempotency key.",
};

export interface KeyedMutation {
  mutation: string;
  key: string;
  args: unknown;
  run: () => { userErrors?: unknown[] };
}

export interface KeyedResult {
  payload?: unknown;
  refused?: KeyRefusal;
  /** To be called when the answer is on its way, or lost: until then the request counts as in progress. */
  settle: () => void;
}

const settled = () => {};

/**
 * Runs a mutation once per key. The same key with the same arguments is answered with the first result again; an
 * attempt that ended in user errors has used its key up. An error thrown by `run` leaves the key unused, because
 * nothing was attempted.
 */
export function runKeyed(ctx: AdminContext, { mutation, key, args, run }: KeyedMutation): KeyedResult {
  const attempts = ctx.shop.keyedAttempts;
  forgetOld(attempts, ctx.now());
  const name = `${mutation}:${key}`;
  const fingerprint = stableJson(args);
  const known = attempts[name];
  if (known) {
    if (known.fingerprint !== fingerprint)
      return { refused: "IDEMPOTENCY_KEY_PARAMETER_MISMATCH", settle: settled };
    if (known.outcome === "running") return { refused: "IDEMPOTENCY_CONCURRENT_REQUEST", settle: settled };
    if (known.outcome === "failed")
      return { refused: "IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED", settle: settled };
    return { payload: known.payload, settle: settled };
  }
  const payload = run();
  const attempt: KeyedAttempt = {
    fingerprint,
    outcome: "running",
    payload,
    startedAt: ctx.now().toISOString(),
  };
  attempts[name] = attempt;
  return {
    payload,
    settle: () => void (attempt.outcome = payload.userErrors?.length ? "failed" : "done"),
  };
}

/** Attempts are kept in the order they started in, so the old ones come first. */
function forgetOld(attempts: Record<string, KeyedAttempt>, now: Date): void {
  for (const name in attempts) {
    if (now.getTime() - Date.parse(attempts[name]!.startedAt) < REMEMBERED_MS) return;
    delete attempts[name];
  }
}

/** The same value always as the same text, whatever the order its fields came in. */
function stableJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
