/**
 * Why the warehouse did not do what was asked, in the words the app reacts to.
 * - `invalid`: the interface does not take what we were about to send; nothing was sent.
 * - `unreachable`: no connection, no answer in time, or one that broke off.
 * - `unavailable`: an answer of 408, 423, 425, 429 or 5xx, or too much asked of one account; it may pass without help.
 * - `token-refused`: 401; the merchant has to enter a good access token.
 * - `forbidden`: 403; the token is good, and this account may not do this.
 * - `redirected`: 3xx; the service is at another address than the one that is set.
 * - `not-understood`: an answer this interface does not describe: wrong address, or something between us.
 * - `not-found`: 404; the warehouse does not know what was named.
 * - `refused`: the warehouse understood and will not do it as it stands.
 * - `label-unusable`: what came as a label cannot be printed.
 */
export type FulfilmentErrorCode =
  | "invalid"
  | "unreachable"
  | "unavailable"
  | "token-refused"
  | "forbidden"
  | "redirected"
  | "not-understood"
  | "not-found"
  | "refused"
  | "label-unusable";

/** Which rule of the interface a value breaks. */
export const INVALID_RULES = [
  "too-long",
  "missing",
  "not-https",
  "not-a-date",
  "not-a-count",
  "out-of-range",
  "not-allowed",
] as const;
export type InvalidRule = (typeof INVALID_RULES)[number];

/** What is wrong with a label. */
export const LABEL_FAULTS = ["empty", "not-base64", "not-pdf", "cut-off", "too-large"] as const;
export type LabelFault = (typeof LABEL_FAULTS)[number];

/**
 * What a failure may concern: the one record that the call named, or the whole system, which failed to answer a question about
 * no record at all.
 */
export type FailureScope = "record" | "system";

export interface FulfilmentErrorDetails {
  message: string;
  /** HTTP status of the answer. */
  status?: number;
  /** What the warehouse asked us to wait, in milliseconds. 0 means not at all; left out, it did not say. */
  retryAfterMs?: number;
  requestId?: string | undefined;
  /** Which field is wrong, of what we send (`invalid`) or of what we got (`not-understood`): `lines[0].sku`. */
  field?: string;
  rule?: InvalidRule;
  /** With `too-long`, in characters; with `out-of-range`, the nearest value allowed. */
  limit?: number;
  /** With `too-long`, in characters. */
  length?: number;
  /** The answer is not of the form it says it is: it may have been cut off on the way. */
  garbled?: boolean;
  /** With `label-unusable`. */
  labelFault?: LabelFault;
  /** Left out where that is not known. */
  scope?: FailureScope | undefined;
  /** No answer in time. */
  timedOut?: boolean;
  /** The warehouse's own words. They may repeat what was sent, a shopper's name for one. */
  reason?: string | undefined;
  cause?: unknown;
}

/** What a merchant is told; the texts stand in the locale files under `warehouseError`. */
export interface MerchantSentence {
  key: FulfilmentErrorCode | `invalid-${InvalidRule}` | "refused-unexplained";
  values: { field: string; limit: number; length: number; reason: string };
}

/**
 * Safe to log as it is: its message holds method, path and status; what the warehouse said stands in `reason`, which
 * loggers do not see.
 */
export class FulfilmentError extends Error {
  override readonly name = "FulfilmentError";
  readonly code: FulfilmentErrorCode;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
  readonly field: string | undefined;
  readonly rule: InvalidRule | undefined;
  readonly limit: number | undefined;
  readonly length: number | undefined;
  readonly garbled: boolean;
  readonly labelFault: LabelFault | undefined;
  readonly scope: FailureScope | undefined;
  readonly timedOut: boolean;
  readonly #about: FulfilmentErrorDetails;

  constructor(code: FulfilmentErrorCode, about: FulfilmentErrorDetails) {
    super(`Warehouse: ${about.message}`, { cause: about.cause });
    this.code = code;
    this.status = about.status;
    this.retryAfterMs = about.retryAfterMs;
    this.requestId = about.requestId;
    this.field = about.field;
    this.rule = about.rule;
    this.limit = about.limit;
    this.length = about.length;
    this.garbled = about.garbled ?? false;
    this.labelFault = about.labelFault;
    this.scope = about.scope;
    this.timedOut = about.timedOut ?? false;
    this.#about = about;
  }

  /** The same failure as somebody knows it who knows more. */
  with({ code = this.code, ...more }: Partial<FulfilmentErrorDetails> & { code?: FulfilmentErrorCode }) {
    return new FulfilmentError(code, { ...this.#about, ...more });
  }

  /** Whether the same request may succeed later without anybody changing anything. */
  get retryable(): boolean {
    // Something in front of the service may lead elsewhere for a while.
    return this.code === "unreachable" || this.code === "unavailable" || this.code === "redirected";
  }

  /** Whether a write may have been done although it failed. A 429 turns a request away before anything is done. */
  get ambiguous(): boolean {
    if (this.code === "unavailable") return this.status !== undefined && this.status !== 429;
    return this.code === "unreachable" || this.code === "not-understood" || this.code === "redirected";
  }

  /** Whether a write was turned away as it stands, so that no earlier try of it was taken either. */
  get turnedAway(): boolean {
    return !this.ambiguous && !this.retryable;
  }

  /** Whether the warehouse, or the interface's rules, object to what was sent; anything else may pass by itself. */
  get objection(): boolean {
    return this.code === "refused" || this.code === "invalid" || this.code === "forbidden";
  }

  /**
   * Whether the same request fails again until somebody changes something at the warehouse. A garbled answer may be a
   * proxy's page, which passes.
   */
  get permanent(): boolean {
    if (this.code === "not-understood") return !this.garbled;
    return this.objection || this.code === "label-unusable" || this.code === "not-found";
  }

  /** For the merchant's eyes only; never for a log. */
  get sentence(): MerchantSentence {
    return {
      key: this.#key(),
      values: {
        field: this.field ?? "",
        limit: this.limit ?? 0,
        length: this.length ?? 0,
        reason: this.#about.reason ?? "",
      },
    };
  }

  #key(): MerchantSentence["key"] {
    if (this.code === "invalid" && this.rule) return `invalid-${this.rule}`;
    return this.code === "refused" && !this.#about.reason ? "refused-unexplained" : this.code;
  }
}
