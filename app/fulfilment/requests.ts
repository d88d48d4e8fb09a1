import { z } from "zod";
import { FulfilmentError, type InvalidRule } from "./errors.ts";
import { EVENT_NAMES } from "./events.ts";
import { identifierFault } from "./identifier.ts";

/*
 * What we send, held to the interface before it leaves: a violation is ours to show to the merchant, not the
 * warehouse's to refuse. Lengths are counted in UTF-16 units, the strictest of the ways a warehouse may count.
 */

const MOST = 2_147_483_647;
const count = () => z.int().min(0).max(MOST);
const limited = (length: number) => z.string().max(length);
const httpsUrl = () => z.url({ protocol: /^https$/ });
const identifier = () =>
  z.string().superRefine((value, issue) => {
    const rule = identifierFault(value);
    if (rule)
      issue.addIssue({ code: "custom", params: { rule }, message: "cannot be used as an identifier" });
  });

const productDetails = {
  barcode: z.string(),
  /** As printed on the packing slip. */
  description: z.string(),
  url: httpsUrl(),
  imageUrl: httpsUrl(),
  /** Millimetres. */
  width: count(),
  height: count(),
  length: count(),
  /** Grams. */
  weight: count(),
};
export const newProduct = z.strictObject({ sku: identifier(), ...z.object(productDetails).partial().shape });
export const productChanges = z.strictObject(productDetails).partial();
export type NewProduct = z.input<typeof newProduct>;
export type ProductChanges = z.input<typeof productChanges>;

export const newLine = z.strictObject({ ref: identifier(), sku: identifier(), quantity: count() });
export const lineChanges = z.strictObject({ sku: identifier(), quantity: count() }).partial();
export type NewLine = z.input<typeof newLine>;
export type LineChanges = z.input<typeof lineChanges>;

export const inboundChanges = z
  .strictObject({
    supplierRef: limited(35),
    expectedReceiveDate: z.iso.date(),
    senderName: limited(100),
    senderEmail: limited(80),
    senderPhonenumber: z.string(),
    senderAddressLine1: limited(100),
    senderAddressLine2: limited(100).nullable(),
    senderPostCode: limited(20),
    senderCity: limited(30),
    senderCountryCode: limited(2),
  })
  .partial();
export const newInbound = z.strictObject({
  ref: identifier(),
  type: z.enum(["purchase", "return"]),
  ...inboundChanges.shape,
  expectedReceiveDate: z.iso.date(),
  lines: z.array(newLine),
});
export type NewInbound = z.input<typeof newInbound>;
export type InboundChanges = z.input<typeof inboundChanges>;

export const newSubscription = z.strictObject({
  event: z.enum(EVENT_NAMES),
  /** https; a warehouse on this same machine may call us without. */
  notificationUrl: z.union([
    httpsUrl(),
    z.url({ protocol: /^http$/, hostname: /^(localhost|127\.0\.0\.1)$/ }),
  ]),
});
export type NewSubscription = z.input<typeof newSubscription>;

const include = z.array(z.enum(["lines", "receipts"]));

const page = {
  /** Rows to leave out at the beginning. */
  skip: z.int().min(0).optional(),
  /** Rows to a page. */
  take: z.int().min(10).max(100).optional(),
};
/** How many minutes a list of changed inbounds may look back. */
export const CHANGE_INTERVAL = { least: 5, most: 2800 };

export const pageQuery = z.strictObject(page);
export const productQuery = z.strictObject({ ...page, filter: z.string().min(1).optional() });
export const inboundQuery = z.strictObject({
  ...page,
  filter: z.string().min(1).optional(),
  /** Only those changed within the last minutes. */
  changeInterval: z.int().min(CHANGE_INTERVAL.least).max(CHANGE_INTERVAL.most).optional(),
  include: include.optional(),
});
export type PageQuery = z.input<typeof pageQuery>;
export type ProductQuery = z.input<typeof productQuery>;
export type InboundQuery = z.input<typeof inboundQuery>;

/**
 * `value` as it may be sent.
 * @throws FulfilmentError `invalid`, with field and rule, and limit and length where it is too long. Never the value.
 */
export function checked<S extends z.ZodType>(schema: S, value: z.input<S>): z.output<S> {
  const [fault] = faultsOf(schema, value);
  if (!fault) return schema.parse(value);
  const { field, rule, limit, length } = fault;
  const said = rule === "too-long" ? `${rule}, ${length} characters of at most ${limit}` : rule;
  throw new FulfilmentError("invalid", { message: `${field || "the request"} is ${said}`, ...fault });
}

/** One way in which a value breaks the interface's rules. Never the value. */
export interface Fault {
  /** `senderCity`, `lines[0].sku` */
  field: string;
  rule: InvalidRule;
  /** With `too-long`, in characters; with `out-of-range`, the nearest value allowed. */
  limit?: number;
  /** With `too-long`, in characters. */
  length?: number;
}

/** Longer than any text the interface takes, in characters. */
const TOO_LONG = "x".repeat(10_000);

/** The most characters the interface takes in a field of an inbound; null when it names no limit. */
export function longest(field: keyof InboundChanges): number | null {
  const [fault] = faultsOf(inboundChanges, { [field]: TOO_LONG });
  return fault?.rule === "too-long" ? (fault.limit ?? null) : null;
}

/** Every way in which `value` may not be sent; empty when it may. */
export function faultsOf(schema: z.ZodType, value: unknown): Fault[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => ({ field: nameOf(issue), ...violationOf(issue, valueAt(value, issue.path)) }));
}

type Issue = z.core.$ZodIssue;

function nameOf(issue: Issue): string {
  const path = issue.code === "unrecognized_keys" ? [...issue.path, issue.keys[0] ?? ""] : issue.path;
  return path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
}

function violationOf(issue: Issue, value: unknown): { rule: InvalidRule; limit?: number; length?: number } {
  if (value === undefined && issue.code !== "unrecognized_keys") return { rule: "missing" };
  switch (issue.code) {
    case "too_big":
      return typeof value === "string"
        ? { rule: "too-long", limit: Number(issue.maximum), length: value.length }
        : { rule: "out-of-range", limit: Number(issue.maximum) };
    case "too_small":
      return value === ""
        ? { rule: "missing" }
        : { rule: issue.minimum === 0 ? "not-a-count" : "out-of-range", limit: Number(issue.minimum) };
    case "invalid_format":
      return { rule: issue.format === "date" ? "not-a-date" : "not-https" };
    case "invalid_type":
      return {
        rule: issue.expected === "int" || issue.expected === "number" ? "not-a-count" : "not-allowed",
      };
    case "custom":
      return { rule: issue.params?.rule as InvalidRule };
    default:
      return { rule: "not-allowed" };
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | undefined)?.[step], value);
}
