import { z } from "zod";
import { MANGLED_VALUES } from "./change-answer.ts";
import { occasion } from "./switched-on.ts";

/** HTTP allows these; Node refuses to send others. 1xx are no answers. */
const status = z.int().min(200).max(599);

/** A minute is longer than any client waits. */
const LONGEST_DELAY_MS = 60_000;

/** Larger than any client reads, and small enough for a test. */
const PAD_MAX_BYTES = 256 * 1024 * 1024;

const graphqlError = z.strictObject({
  message: z.string(),
  code: z.string().optional(),
  /** The field that failed. Its value in the data becomes null, as GraphQL has it. */
  path: z.array(z.union([z.string(), z.int()])).optional(),
});

const action = z.discriminatedUnion("kind", [
  /** Answers with it. */
  z.strictObject({
    kind: z.literal("status"),
    status,
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
  }),
  /** Waits so long first. */
  z.strictObject({ kind: z.literal("delay"), ms: z.int().min(0).max(LONGEST_DELAY_MS) }),
  /** Waits until released. */
  z.strictObject({ kind: z.literal("hold") }),
  /** Drops the connection. */
  z.strictObject({ kind: z.literal("reset") }),
  /** Never answers, and keeps the connection. */
  z.strictObject({ kind: z.literal("silence") }),
  /** Sends the first half of the answer as if it were all of it. */
  z.strictObject({ kind: z.literal("truncate") }),
  /** Sends the answer twice over, as if it were one. */
  z.strictObject({ kind: z.literal("repeat") }),
  /** Sends this instead of the answer's own body. */
  z.strictObject({ kind: z.literal("body"), body: z.string(), contentType: z.string().optional() }),
  /** Sends the JSON answer with every value of another type, without any value, or with null for each. */
  z.strictObject({ kind: z.literal("mangle"), values: z.enum(MANGLED_VALUES) }),
  /** Sends the answer with spaces behind it, so many bytes in all: valid JSON still. */
  z.strictObject({ kind: z.literal("pad"), bytes: z.int().min(1).max(PAD_MAX_BYTES) }),
  /** Sends a GraphQL answer with these errors, and with the data it has, `null` for each of its fields or all of it, or without any. */
  z.strictObject({
    kind: z.literal("graphql-errors"),
    errors: z.array(graphqlError).min(1),
    data: z.enum(["kept", "nulls", "null", "left-out"]),
  }),
  /** Answers a GraphQL mutation with this user error, and does nothing. */
  z.strictObject({
    kind: z.literal("user-error"),
    message: z.string(),
    code: z.string().optional(),
    field: z.array(z.string()).nullable().default(null),
  }),
]);

export type Action = z.output<typeof action>;

/** These change an answer, so there must be one. */
const CHANGING = ["truncate", "repeat", "body", "mangle", "pad", "graphql-errors"];
const needsAnswer = ({ kind }: Action) => CHANGING.includes(kind);

const regularExpression = z.string().refine(isRegularExpression, "must be a regular expression");

/** What a sandbox does wrong on purpose, told over `POST /_sandbox/faults`. */
export const faultSchema = z
  .strictObject({
    /** Only requests with this method; any when left out. */
    method: z.string().toUpperCase().optional(),
    /** Only requests whose path and query match this regular expression. */
    path: regularExpression,
    /** Only requests whose JSON body, written without spaces, matches this regular expression. */
    body: regularExpression.optional(),
    /** Only GraphQL requests of the operation with this name. */
    operation: z.string().optional(),
    ...occasion,
    /** `request`: before it is served, which may then never happen. `answer`: after it was served. */
    when: z.enum(["request", "answer"]).optional(),
    action,
  })
  .refine(({ when, action }) => when !== "request" || !needsAnswer(action), {
    message: "must be answer for this action: before a request is served there is no answer to change",
    path: ["when"],
  })
  .transform(({ when, ...fault }) => ({
    ...fault,
    when: when ?? (needsAnswer(fault.action) ? "answer" : "request"),
  }));

export type Fault = z.output<typeof faultSchema>;

function isRegularExpression(text: string): boolean {
  try {
    return Boolean(new RegExp(text));
  } catch {
    return false;
  }
}
