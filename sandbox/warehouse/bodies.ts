import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { eventNames } from "./events.ts";
import { inboundTypes } from "./state.ts";

/*
 * What clients may send. The interface does not show which fields are required; here they are those without which
 * there is nothing to work on: a product's sku; an inbound's ref, type, expectedReceiveDate and lines; all of a line.
 * Fields that an operation does not take, `stock` for one, are ignored.
 */

/** A message for a missing value, or for one of another kind. */
export const must = (be: string) => (issue: { input?: unknown }) =>
  issue.input === undefined ? "is missing" : `must be ${be}`;

const text = () => z.string({ error: must("a text") });
const limited = (length: number) => text().max(length, `may have at most ${length} characters`);
export const required = () => text().refine((value) => value.trim() !== "", "must not be empty");

/** Databases of this trade count in 32 bits; more units than that are a slip of the keyboard. */
const MOST = 2_147_483_647;
export const wholeNumber = (least: number) =>
  z
    .int({ error: must("a whole number") })
    .min(least, `must be at least ${least}`)
    .max(MOST, `must be at most ${MOST}`);

export const yesOrNo = () => z.boolean({ error: must("true or false") });
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: must(`one of ${values.join(", ")}`) });

const httpsUrl = () => z.url({ protocol: /^https$/, error: must("an https URL") });
const day = () => z.iso.date({ error: must("a date of the form YYYY-MM-DD") });

const productDetails = {
  barcode: text(),
  description: text(),
  url: httpsUrl().nullable(),
  imageUrl: z.union([z.literal(""), httpsUrl()], { error: must("an https URL") }).nullable(),
  width: wholeNumber(0).nullable(),
  height: wholeNumber(0).nullable(),
  length: wholeNumber(0).nullable(),
  weight: wholeNumber(0).nullable(),
};

export const productChanges = z.object({ sku: required(), ...productDetails }).partial();

export const newProduct = z.object({
  sku: required(),
  barcode: productDetails.barcode.default(""),
  description: productDetails.description.default(""),
  url: productDetails.url.default(null),
  imageUrl: productDetails.imageUrl.default(null),
  width: productDetails.width.default(null),
  height: productDetails.height.default(null),
  length: productDetails.length.default(null),
  weight: productDetails.weight.default(null),
});
export const newProducts = z.array(newProduct, { error: must("an array of products") });

const senderDetails = {
  senderName: limited(100),
  senderEmail: limited(80),
  senderPhonenumber: text(),
  senderAddressLine1: limited(100),
  senderAddressLine2: limited(100)
    .nullable()
    .transform((value) => value ?? ""),
  senderPostCode: limited(20),
  senderCity: limited(30),
  senderCountryCode: limited(2),
};

export const newLine = z.object({ sku: required(), ref: required(), quantity: wholeNumber(0) });
export const lineChanges = newLine.partial();
export type NewLine = z.infer<typeof newLine>;

export const newInbound = z.object({
  ref: required(),
  type: oneOf(inboundTypes),
  supplierRef: limited(35).default(""),
  expectedReceiveDate: day(),
  senderName: senderDetails.senderName.default(""),
  senderEmail: senderDetails.senderEmail.default(""),
  senderPhonenumber: senderDetails.senderPhonenumber.default(""),
  senderAddressLine1: senderDetails.senderAddressLine1.default(""),
  senderAddressLine2: senderDetails.senderAddressLine2.default(""),
  senderPostCode: senderDetails.senderPostCode.default(""),
  senderCity: senderDetails.senderCity.default(""),
  senderCountryCode: senderDetails.senderCountryCode.default(""),
  lines: z.array(newLine, { error: must("an array of lines") }),
});

export type NewInbound = z.infer<typeof newInbound>;

export const inboundChanges = z
  .object({ supplierRef: limited(35), expectedReceiveDate: day(), ...senderDetails })
  .partial();

/** The sandbox calls nobody but programs on this machine. */
const thisMachine = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

export const newSubscription = z.object({
  notificationUrl: z.url({
    protocol: /^https?$/,
    hostname: thisMachine,
    error: must(
      "an http or https URL on this machine (localhost): the sandbox sends nothing into the network",
    ),
  }),
  event: oneOf(eventNames),
});

/** The request's body in the shape of `schema`; refuses with the first thing that is wrong and where it stands. */
export function readBody<S extends z.ZodType>(req: { body?: unknown }, schema: S): z.output<S> {
  const parsed = schema.safeParse(req.body);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0]!;
  const field = path
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`))
    .join("")
    .replace(/^\./, "");
  throw new ApiError("invalid-field", { message: `${field || "The body"} ${message}.`, field });
}
