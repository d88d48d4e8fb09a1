/*
 * Every answer that one call may get, as a fault of the sandboxes. What follows from each depends on its class alone; where
 * a call differs, `table.ts` says so.
 */

/**
 * - `permanent`: the same request fails again until somebody changes something.
 * - `transient`: it may pass.
 * - `account`: it usually concerns the whole account or store. For one record it counts as transient, once the system has
 *   answered another question.
 * - `absent`: the system says that it has no such record.
 */
export const ANSWER_CLASSES = ["permanent", "transient", "account", "absent"] as const;
export type AnswerClass = (typeof ANSWER_CLASSES)[number];

export interface Answer {
  class: AnswerClass;
  /** `when` and `action` of a fault, as the sandboxes take it. */
  fault: { when: "request" | "answer"; action: object };
}

/** Larger than the app reads, in bytes. */
const TOO_LARGE_BYTES = 33 * 1024 * 1024;
/** Longer than a call waits in place, in seconds. */
const LONG_RETRY_AFTER_S = "30";

const before = (action: object): Answer["fault"] => ({ when: "request", action });
const instead = (action: object): Answer["fault"] => ({ when: "answer", action });
const status = (code: number, headers: Record<string, string> = {}) =>
  before({ kind: "status", status: code, headers });

const permanent = (fault: Answer["fault"]): Answer => ({ class: "permanent", fault });
const transient = (fault: Answer["fault"]): Answer => ({ class: "transient", fault });
const account = (fault: Answer["fault"]): Answer => ({ class: "account", fault });

/** Answers that either system may give, in the same class. */
const OF_HTTP = {
  "400": permanent(status(400)),
  "401": account(status(401)),
  "403": permanent(status(403)),
  "405": permanent(status(405)),
  "408": transient(status(408)),
  "409": permanent(status(409)),
  "410": permanent(status(410)),
  "413": permanent(status(413)),
  "422": permanent(status(422)),
  "425": transient(status(425)),
  "429 with Retry-After": transient(status(429, { "retry-after": LONG_RETRY_AFTER_S })),
  "429 without Retry-After": transient(status(429)),
  "500": transient(status(500)),
  "501": transient(status(501)),
  "502": transient(status(502)),
  "503": transient(status(503)),
  "504": transient(status(504)),
  redirect: transient(status(302, { location: "/elsewhere" })),
  HTML: transient(instead({ kind: "body", body: "<h1>Bad Gateway</h1>", contentType: "text/html" })),
  empty: transient(instead({ kind: "body", body: "" })),
  truncated: transient(instead({ kind: "truncate" })),
  "wrong types": permanent(instead({ kind: "mangle", values: "of-other-types" })),
  "missing fields": permanent(instead({ kind: "mangle", values: "left-out" })),
  nulls: permanent(instead({ kind: "mangle", values: "null" })),
  "very large": permanent(instead({ kind: "pad", bytes: TOO_LARGE_BYTES })),
  slow: transient(before({ kind: "silence" })),
  reset: transient(before({ kind: "reset" })),
} satisfies Record<string, Answer>;

export const WAREHOUSE_ANSWERS = {
  ...OF_HTTP,
  "404": { class: "absent", fault: status(404) },
  "423": transient(status(423)),
} satisfies Record<string, Answer>;
export type WarehouseAnswer = keyof typeof WAREHOUSE_ANSWERS;

/** An answer of GraphQL's that was begun. */
const failed = (errors: object[], data: "kept" | "nulls") =>
  instead({ kind: "graphql-errors", errors, data });
/** An answer of GraphQL's that was not begun: it has no data. */
const turnedAway = (message: string, code?: string) =>
  before({
    kind: "status",
    status: 200,
    body: { errors: [{ message, ...(code !== undefined && { extensions: { code } }) }] },
  });

/** What Shopify and its storage may answer to what is no GraphQL. */
export const PLAIN_ANSWERS = {
  ...OF_HTTP,
  // These say that the store is frozen, gone or locked.
  "402": account(status(402)),
  "404": account(status(404)),
  "423": account(status(423)),
} satisfies Record<string, Answer>;

export const SHOP_ANSWERS = {
  ...PLAIN_ANSWERS,
  "errors without code": permanent(turnedAway("Something is wrong")),
  "errors with an unknown code": permanent(turnedAway("Something is wrong", "ODD")),
  "nulls beside errors": permanent(failed([{ message: "Something is wrong" }], "nulls")),
  ACCESS_DENIED: permanent(turnedAway("Access denied", "ACCESS_DENIED")),
  "data beside ACCESS_DENIED": permanent(
    failed([{ message: "Access denied", code: "ACCESS_DENIED" }], "kept"),
  ),
  THROTTLED: transient(turnedAway("Throttled", "THROTTLED")),
  INTERNAL_SERVER_ERROR: transient(
    failed([{ message: "Internal error", code: "INTERNAL_SERVER_ERROR" }], "nulls"),
  ),
  "data: null": transient(instead({ kind: "body", body: '{"data":null}', contentType: "application/json" })),
} satisfies Record<string, Answer>;
export type ShopAnswer = keyof typeof SHOP_ANSWERS;

/** What a mutation of Shopify's may answer besides: it names no entry of its input, so it concerns all of it. */
export const USER_ERRORS = permanent(
  before({ kind: "user-error", message: "This is not allowed", field: ["input"], code: "INVALID" }),
);
