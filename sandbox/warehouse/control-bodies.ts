import { z } from "zod";
import { shortInbounds } from "./behaviours.ts";
import { must, newProduct, oneOf, required, wholeNumber, yesOrNo } from "./bodies.ts";

/* What the control API takes. */

export const seededProducts = z.array(newProduct.extend({ stock: wholeNumber(0) }), {
  error: must("an array of products"),
});
export const correction = z.object({ sku: required(), stock: wholeNumber(0) });
export const arrival = z.object({
  inboundRef: required().optional(),
  lines: z
    .array(
      z.object({
        sku: required(),
        quantity: wholeNumber(1),
        defective: yesOrNo().default(false),
      }),
      { error: must("an array of lines") },
    )
    .min(1, "must name at least one line"),
});
export const departure = z.object({
  lines: z
    .array(z.object({ sku: required(), quantity: wholeNumber(1) }), { error: must("an array of lines") })
    .min(1, "must name at least one line"),
});
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
export const redelivery = z.object({ times: wholeNumber(1).max(100, "must be at most 100").default(1) });
