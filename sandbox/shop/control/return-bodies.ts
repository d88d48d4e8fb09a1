import { z } from "zod";
import { RETURN_REASONS, reasonNamed } from "../store/return-reasons.ts";
import { DECLINE_REASONS, DISPOSITION_TYPES, RETURN_STATUSES } from "../store/return-types.ts";
import { id, price } from "./bodies.ts";
import { ofOrders, pieces } from "./order-bodies.ts";

/** What the control API accepts about returns. */

/** By its handle, or by the name it has in Shopify's deprecated enum. */
const reason = z
  .string()
  .default("unknown")
  .transform((name, ctx) => {
    const found = reasonNamed(name);
    if (found) return found.id;
    const names = RETURN_REASONS.map(({ handle }) => handle).join(", ");
    ctx.addIssue({ code: "custom", message: `must be one of ${names}` });
    return z.NEVER;
  });

/** What the shopper says when the return is requested, else what the merchant notes. */
const note = z.string().max(255).optional();

/** Some of what was sent, by what was ordered, by the order's line or by the parcel's line; all that is left of it without a quantity. */
const sentLine = z
  .strictObject({
    sku: z.string().optional(),
    variantId: id.optional(),
    lineId: id.optional(),
    fulfillmentLineId: id.optional(),
    quantity: pieces.optional(),
    reason,
    note,
  })
  .refine(
    (one) =>
      [one.sku, one.variantId, one.lineId, one.fulfillmentLineId].filter((name) => name !== undefined)
        .length === 1,
    { message: "name the line by exactly one of sku, variantId, lineId and fulfillmentLineId" },
  );

const exchangeLine = z
  .strictObject({ sku: z.string().optional(), variantId: id.optional(), quantity: pieces.default(1) })
  .refine(({ sku, variantId }) => (sku === undefined) !== (variantId === undefined), {
    message: "name the variant by exactly one of sku and variantId",
  });

export const newReturnBody = z
  .strictObject({
    lines: z.array(sentLine).default([]),
    /** Goods Shopify knows nothing of: no parcel, no variant. */
    unverified: z
      .array(z.strictObject({ quantity: pieces.default(1), unitPrice: price.default("10.00"), reason, note }))
      .default([]),
    /** What the shopper wants instead. */
    exchange: z.array(exchangeLine).default([]),
    status: z.enum(["requested", "open"]).default("requested"),
  })
  .refine(({ lines, unverified }) => lines.length || unverified.length, {
    message: "names nothing to return",
  });

const notify = z.boolean().default(false);

/** Whether the shopper gets a mail about the step. */
export const stepBody = z.strictObject({ notify });

export const declineBody = z.strictObject({
  reason: z.enum(DECLINE_REASONS).default("OTHER"),
  note: z.string().max(500).nullable().default(null),
  notify,
});

/** A line of a return by its own id, by the one of the work it makes, or by what was ordered. */
const returnLine = z
  .strictObject({
    id: id.optional(),
    sku: z.string().optional(),
    variantId: id.optional(),
    quantity: pieces.optional(),
  })
  .refine((one) => [one.id, one.sku, one.variantId].filter((name) => name !== undefined).length === 1, {
    message: "name the line by exactly one of id, sku and variantId",
  });

/** All that is left to process when no lines are named. */
export const processBody = z.strictObject({ lines: z.array(returnLine).min(1).optional(), notify });

export const returnLinesBody = z.strictObject({
  add: z.array(sentLine).default([]),
  /** The whole line without a quantity. */
  remove: z.array(returnLine).default([]),
  /** To so many; 0 removes the line. */
  change: z.array(z.strictObject({ id, quantity: z.int().min(0) })).default([]),
});

/** The merchant, or another app by its name. */
const who = { by: z.enum(["merchant", "other-app"]).default("merchant"), app: z.string().min(1).optional() };

export const disposeBody = z
  .strictObject({
    /** Everything that was not disposed yet when no lines are named. */
    lines: z.array(returnLine).min(1).optional(),
    type: z.enum(DISPOSITION_TYPES),
    /** Name or id; needed for what is restocked. */
    location: id.optional(),
    ...who,
  })
  .refine(({ by, app }) => (by === "other-app") === (app !== undefined), {
    message: 'must be given together with "by": "other-app", and only then',
    path: ["app"],
  });

export const deliveryBody = z.strictObject({
  /** By default a delivery for each reverse fulfilment order, of all that is not on its way yet. */
  lines: z.array(returnLine).min(1).optional(),
  label: z.url({ protocol: /^https$/, error: "must be an address with https" }).optional(),
  tracking: z
    .strictObject({ number: z.string().nullable().default(null), url: z.url().nullable().default(null) })
    .optional(),
  notify: z.boolean().default(true),
});

export const returnListQuery = z.object({
  status: z.enum(RETURN_STATUSES).optional(),
  orders: ofOrders,
  take: z.coerce.number().int().min(1).default(100),
});

export type SentLineBody = z.infer<typeof sentLine>;
export type NewReturnBody = z.infer<typeof newReturnBody>;
export type ReturnLineBody = z.infer<typeof returnLine>;
export type ReturnLinesBody = z.infer<typeof returnLinesBody>;
export type DisposeBody = z.infer<typeof disposeBody>;
export type DeliveryBody = z.infer<typeof deliveryBody>;
