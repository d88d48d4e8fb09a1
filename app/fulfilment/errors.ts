/**
 * Why the warehouse did not do what was asked, in the words the app reacts to.
 * - `unreachable`: no connection, or no answer in time.
 * - `unavailable`: an answer of 5xx or 429; passes by itself.
 * - `token-refused`: 401 or 403; the merchant has to give us a good access token.
 * - `not-understood`: an answer this interface does not describe: wrong address, or something between us.
 * - `refused`: the warehouse understood and will not do it as it stands.
 */
export type FulfilmentErrorCode =
  "unreachable" | "unavailable" | "token-refused" | "not-understood" | "refused";

export class FulfilmentError extends Error {
  override readonly name = "FulfilmentError";
  readonly code: FulfilmentErrorCode;
  /** How long the warehouse wants us to wait, in milliseconds; 0 when it did not say. */
  readonly retryAfterMs: number;
  readonly requestId: string | undefined;

  constructor(
    code: FulfilmentErrorCode,
    about: { message: string; retryAfterMs?: number; requestId?: string | undefined; cause?: unknown },
  ) {
    super(`Warehouse: ${about.message}`, { cause: about.cause });
    this.code = code;
    this.retryAfterMs = about.retryAfterMs ?? 0;
    this.requestId = about.requestId;
  }

  /** Whether the same request may succeed later without anybody changing anything. */
  get retryable(): boolean {
    return this.code === "unreachable" || this.code === "unavailable";
  }
}
