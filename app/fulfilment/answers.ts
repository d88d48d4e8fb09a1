import { z } from "zod";
import { FulfilmentError } from "./errors.ts";

/*
 * What the warehouse sends us, read leniently: nulls, empty texts, unknown fields and unknown statuses are kept, and
 * only what we cannot work without is required.
 */

/** PostgreSQL's text holds neither a NUL nor half a character, so neither is let in. */
export const storable = (value: string) => value.replaceAll("\0", "").toWellFormed();

/** Text, or a number somebody wrote without quotes (barcodes, post codes). */
const text = z
  .union([z.string().transform(storable), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? null);

/** The same where nothing depends on it: anything else is unknown. */
const oddText = text.catch(null);

/** PostgreSQL's integers, and more than any warehouse holds. */
const MOST = 2_147_483_647;
/** A whole number, as text too. Anything else is unknown rather than an error: it stops one figure, not a listing. */
const figure = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^\s*-?\d+\s*$/)
      .transform(Number),
  ])
  .pipe(z.int().min(-MOST).max(MOST))
  .nullish()
  .catch(null)
  .transform((value) => value ?? null);

/** A list that the answer may leave out: absent is unknown (`null`), which is not empty. */
const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullish()
    .transform((items) => items ?? null);

/** Longer than any name of a record's, in characters, and short enough for an index. */
const IDENTIFIER_MAX_LENGTH = 255;

/** Kept to the letter, since it has to be sent back. */
const identifier = z.union([
  z
    .string()
    .min(1)
    .max(IDENTIFIER_MAX_LENGTH)
    .refine((value) => storable(value) === value, "contains what is no character"),
  z.number().transform(String),
]);
const quantity = z.union([z.int(), z.string().regex(/^\d+$/).transform(Number)]);

/** A yes or no in any form that plainly says one. Anything else is unknown. */
const FLAGS = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  ["true", true],
  ["false", false],
  [1, true],
  [0, false],
]);
const flag = z
  .unknown()
  .optional()
  .transform((value) => FLAGS.get(value) ?? null);

export const productSchema = z.looseObject({
  sku: identifier,
  barcode: text,
  description: text,
  url: text,
  imageUrl: text,
  /** Millimetres. */
  width: figure,
  height: figure,
  length: figure,
  /** Grams. */
  weight: figure,
  /**
   * Pieces lying in the warehouse. Consumed when a shipment is packed, so orders not yet packed are still in it.
   * `null`: the warehouse did not say, which is not zero.
   */
  stock: figure,
});
export type Product = z.infer<typeof productSchema>;

export const lineSchema = z.looseObject({
  /** The warehouse's, which may differ from the one sent. */
  ref: identifier,
  sku: identifier,
  quantity,
  quantityReceived: figure,
});
export type Line = z.infer<typeof lineSchema>;

/** What of a line of a receipt cannot be read is `null`, and concerns that line alone. */
const receiptLineSchema = z.looseObject({
  sku: identifier
    .nullish()
    .catch(null)
    .transform((value) => value ?? null),
  /** Negative where it corrects an earlier one. */
  quantity: figure,
  defective: flag,
  /** The inbound that the line belongs to: one parcel may bring what several announce. */
  inboundRef: oddText,
  inboundLineRef: oddText,
});
export type ReceiptLine = z.infer<typeof receiptLineSchema>;

const NOTHING_READ: ReceiptLine = {
  ...{ sku: null, quantity: null, defective: null },
  ...{ inboundRef: null, inboundLineRef: null },
};

const receiptSchema = z.looseObject({
  /** YYYY-MM-DD, as far as the warehouse keeps to it. */
  receiptDate: oddText,
  vendorShipmentNo: oddText,
  lines: listOf(receiptLineSchema.catch(NOTHING_READ)).catch(null),
});
export type Receipt = z.infer<typeof receiptSchema>;

export const inboundSchema = z.looseObject({
  ref: identifier,
  type: text,
  supplierRef: text,
  expectedReceiveDate: text,
  senderName: text,
  senderEmail: text,
  senderPhonenumber: text,
  senderAddressLine1: text,
  senderAddressLine2: text,
  senderPostCode: text,
  senderCity: text,
  senderCountryCode: text,
  /** `new`, `in_progress`, `partially_received`, `fully_received`, `cancelled`, or something newer. */
  status: z.string().transform(storable),
  lines: listOf(lineSchema),
  receipts: listOf(receiptSchema.catch({ receiptDate: null, vendorShipmentNo: null, lines: null })),
});
export type Inbound = z.infer<typeof inboundSchema>;

/**
 * An answer in the shape of `schema`.
 * @throws FulfilmentError `not-understood`, naming the first field that is missing or wrong.
 */
export function readRecord<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = issue?.path.join(".") ?? "";
  const message = `${field || "the answer"}: ${issue?.message ?? "unexpected"}`;
  throw new FulfilmentError("not-understood", { message, field });
}

/** A list as it came, each row unread. @throws FulfilmentError `not-understood` when it is no list. */
export function readRows(body: unknown): unknown[] {
  if (Array.isArray(body)) return body as unknown[];
  throw new FulfilmentError("not-understood", { message: "the answer is not a list" });
}
