import { z } from "zod";
import { corrections, shortInbounds } from "./behaviours.ts";
import { must, newProduct, oneOf, required, wholeNumber, yesOrNo } from "./bodies.ts";
import { oddValues } from "./state.ts";

/* What the control API takes. */

export const newAccount = z.object({
  /** Part of a path. */
  name: required().refine((name) => /^[\w.-]+$/.test(name), "must consist of letters, digits, _ . and -"),
  token: required(),
  webhookKey: required(),
});
export const anotherToken = z.object({ token: required() });
export const seededProducts = z.array(newProduct.extend({ stock: wholeNumber(0) }), {
  error: must("an array of products"),
});
export const correction = z.object({ sku: required(), stock: wholeNumber(0) });
const someOf = <T extends z.ZodRawShape>(line: T) =>
  z.array(z.object(line), { error: must("an array of lines") }).min(1, "must name at least one line");
const units = { sku: required(), quantity: wholeNumber(1) };

/** A parcel. Its lines may be for several inbounds; those that name none are for the parcel's own. */
export const arrival = z.object({
  inboundRef: required().optional(),
  lines: someOf({
    ...units,
    defective: yesOrNo().default(false),
    inboundRef: required().optional(),
    ...oddValues.shape,
  }),
});
export const receiptCorrection = z.object({
  line: wholeNumber(0).default(0),
  quantity: wholeNumber(1),
  becomes: oneOf(["gone", "defective"]),
  as: oneOf(corrections).optional(),
  event: yesOrNo().optional(),
});
export const oddLine = z.object({ line: wholeNumber(0).default(0), ...oddValues.shape });
export const departure = z.object({ lines: someOf(units), dispatch: yesOrNo().default(true) });
/** Either way. Calendars and JavaScript can do more, people who try something out need not. */
const TEN_YEARS_MS = 10 * 365 * 24 * 60 * 60 * 1000;
export const clockMove = z.object({
  advanceMs: z
    .int({ error: must("a whole number of milliseconds") })
    .min(-TEN_YEARS_MS, "must not lead back more than ten years")
    .max(TEN_YEARS_MS, "must not lead ahead more than ten years"),
});
export const floorMove = z.object({ status: oneOf(["in_progress", "cancelled"]) });
export const inboundEnd = z.object({ as: oneOf(shortInbounds).optional() }).default({});
export const inboundDeletion = z.object({ event: yesOrNo().optional() }).default({});
export const labelTime = z
  .object({ readyInMs: wholeNumber(0).nullable().default(0) })
  .default({ readyInMs: 0 });
export const redelivery = z.object({ times: wholeNumber(1).max(100, "must be at most 100").default(1) });
