import { z } from "zod";
import { looseId } from "../store/gid.ts";
import { id, price } from "./bodies.ts";

/** What the control API accepts about orders. */

export const pieces = z.int().min(1).max(1_000_000);

const orderedLine = z
  .strictObject({
    sku: z.string().optional(),
    variantId: id.optional(),
    /** Typed in by hand: nothing the shop has. */
    custom: z.strictObject({ title: z.string().min(1), price: price.default("10.00") }).optional(),
    quantity: pieces.default(1),
  })
  .refine((one) => [one.sku, one.variantId, one.custom].filter((name) => name !== undefined).length === 1, {
    message: "name the variant by exactly one of sku and variantId, or say what is custom",
  });

const known = z.string().nullable().optional();

const address = z
  .strictObject({
    firstName: known,
    lastName: known,
    company: known,
    address1: known,
    address2: known,
    zip: known,
    city: known,
    province: known,
    provinceCode: known,
    /** Its English name. */
    country: known,
    /** Two letters, as in ISO 3166-1. */
    countryCode: z
      .string()
      .regex(/^[A-Z]{2}$/, "must be two capital letters")
      .nullable()
      .optional(),
    phone: known,
  })
  .nullable()
  .optional();

const customer = z
  .strictObject({ firstName: known, lastName: known, email: known, phone: known })
  .nullable()
  .optional();

/** Shopify's limit on an order. */
const MOST_LINES = 500;

export const orderBody = z.strictObject({
  lines: z.array(orderedLine).min(1).max(MOST_LINES),
  /** Where it is sent from; name or id. */
  location: id,
  /** Who ordered, and where it goes. What is not said is made up; null is nobody and nowhere. */
  email: known,
  phone: known,
  customer,
  shippingAddress: address,
  billingAddress: address,
});

/** Some of an order's lines, by the line's id or by what was ordered; all that is left of a line without a quantity. */
const orderLine = z
  .strictObject({
    id: id.optional(),
    sku: z.string().optional(),
    variantId: id.optional(),
    quantity: pieces.optional(),
  })
  .refine((one) => [one.id, one.sku, one.variantId].filter((name) => name !== undefined).length === 1, {
    message: "name the line by exactly one of id, sku and variantId",
  });

export const fulfillBody = z.strictObject({
  /** All that is left when no lines are named. */
  lines: z.array(orderLine).min(1).optional(),
  /** Where the units leave from, by name or id: as a rule where they are committed. */
  location: id.optional(),
});

/** Another shipping address; what is not said of it is empty, and null is none. */
export const addressBody = z
  .strictObject({ shippingAddress: address })
  .refine(({ shippingAddress }) => shippingAddress !== undefined, { message: "name the shippingAddress" });

export const ageBody = z.strictObject({ days: z.number().min(0) });

export const cancelBody = z.strictObject({ restock: z.boolean() });

export const takeBackBody = z.strictObject({
  lines: z.array(orderLine).min(1),
  restock: z.boolean().default(true),
});

export const orderListQuery = z.object({
  /** Only those with something left to send. */
  open: z.enum(["true", "false"]).default("false"),
  /** A number with or without its sign, or an id. */
  search: z.string().default(""),
  take: z.coerce.number().int().min(1).default(100),
});

/** Ids with commas between them: only what belongs to these orders. */
export const ofOrders = z
  .string()
  .transform((text) => new Set(text.split(",").map((one) => looseId("Order", one))))
  .optional();

export const mailListQuery = z.object({ orders: ofOrders });

export type FulfillBody = z.infer<typeof fulfillBody>;
export type OrderBody = z.infer<typeof orderBody>;
export type OrderLineBody = z.infer<typeof orderLine>;
