import { z } from "zod";

/**
 * What the warehouse sends us, read leniently: nulls, empty strings, unknown fields and unknown states are kept, and
 * only what we cannot work without is required.
 */

const text = z
  .string()
  .nullish()
  .transform((value) => value || null);

export const productSchema = z.object({
  sku: z.string().min(1),
  description: text,
  barcode: text,
  /** Pieces lying in the warehouse. Consumed when a shipment is packed, so orders not yet packed are still in it. */
  stock: z.number().int(),
});
export type Product = z.infer<typeof productSchema>;

export const inboundSchema = z.object({
  ref: z.string().min(1),
  /** `new`, `in_progress`, `partially_received`, `fully_received`, `cancelled`, or something newer. */
  status: z.string(),
  lines: z
    .array(z.object({ sku: z.string().min(1) }))
    .nullish()
    .transform((lines) => lines ?? []),
  receipts: z
    .array(z.object({ lines: z.array(z.object({ sku: z.string().min(1) })).nullish() }))
    .nullish()
    .transform((receipts) => receipts ?? []),
});
export type Inbound = z.infer<typeof inboundSchema>;

/** Bounded, and storable: PostgreSQL's text cannot hold a NUL. */
const eventText = z
  .string()
  .min(1)
  .max(255)
  .refine((value) => !value.includes("\0"), "contains a NUL character");

/** The body of an event. It names a thing and says nothing about it. */
export const eventSchema = z.object({ type: eventText, resource: eventText, identifier: eventText });
export type FulfilmentEvent = z.infer<typeof eventSchema>;

/** The event kinds that can be subscribed to. */
export const EVENT_NAMES = [
  "outbound-status",
  "shipment-created",
  "shipment-shipped",
  "receipt-received",
  "inbound-status",
  "label-status",
] as const;
export type EventName = (typeof EVENT_NAMES)[number];
