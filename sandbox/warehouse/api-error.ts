import type { ErrorRequestHandler } from "express";

/**
 * The interface shows neither error statuses nor an error body. These are chosen: the body is
 * `{ "code", "message", "field"? }`, and each code has one status.
 */
const statusOf = {
  "invalid-json": 400,
  "invalid-path": 400,
  "invalid-query": 400,
  unauthorized: 401,
  "operation-not-found": 404,
  "account-not-found": 404,
  "product-not-found": 404,
  "inbound-not-found": 404,
  "line-not-found": 404,
  "receipt-not-found": 404,
  "shipment-not-found": 404,
  "delivery-not-found": 404,
  "label-not-ready": 404,
  "duplicate-account": 409,
  "duplicate-sku": 409,
  "duplicate-inbound-ref": 409,
  "duplicate-line-ref": 409,
  "duplicate-subscription": 409,
  "product-in-use": 409,
  "inbound-not-new": 409,
  "inbound-cancelled": 409,
  "inbound-ended": 409,
  "transition-not-possible": 409,
  "insufficient-stock": 409,
  "no-label": 409,
  "body-too-large": 413,
  "not-json": 415,
  "invalid-field": 422,
  "unknown-sku": 422,
  "not-changeable": 422,
  "too-many-requests": 429,
  "internal-error": 500,
} as const;

type ErrorCode = keyof typeof statusOf;

/** A refusal, thrown by whatever finds the reason and turned into a response in one place. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  /** Which part of the request is wrong, e.g. `lines[0].sku` or `take`. */
  readonly field: string | undefined;

  constructor(code: ErrorCode, detail: { message: string; field?: string }) {
    super(detail.message);
    this.code = code;
    this.field = detail.field;
  }
}

/** Last in line: answers with whatever was thrown before it. */
export const answerWithError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) return next(error);
  const { code, message, field } = toApiError(error);
  res.status(statusOf[code]).json({ code, message, field });
};

/** Express and its body parser say with `type` or `status` what they could not read. */
function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const { type, status } = error as { type?: string; status?: number };
  if (type === "entity.too.large")
    return new ApiError("body-too-large", { message: "The body is too large. Send fewer records at once." });
  if (error instanceof URIError)
    return new ApiError("invalid-path", {
      message: "The path holds a percent sign that encodes nothing. Write a literal % as %25.",
    });
  if (status !== undefined && status >= 400 && status < 500)
    return new ApiError("invalid-json", { message: "The body is not JSON that can be read." });
  console.error(error);
  return new ApiError("internal-error", {
    message: "The sandbox warehouse failed. Its terminal shows where.",
  });
}
