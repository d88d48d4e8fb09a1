import { z } from "zod";

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

/** Bounded, and storable: PostgreSQL's text holds neither a NUL nor half a character. */
const text = z
  .string()
  .min(1)
  .max(255)
  .refine((value) => !value.includes("\0") && value.isWellFormed(), "contains what is no character");

/** The body of an event. It names a thing and says nothing about it; types and resources unknown today are kept. */
export const eventSchema = z.object({ type: text, resource: text, identifier: text });
export type FulfilmentEvent = z.infer<typeof eventSchema>;
