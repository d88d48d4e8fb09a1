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

/** Longer than any name of the warehouse's, in characters. */
const TEXT_MAX_LENGTH = 255;

/** Bounded, and storable: PostgreSQL's text holds neither a NUL nor half a character. A number counts as its digits. */
const text = z
  .union([z.string(), z.number().transform(String)])
  .pipe(
    z
      .string()
      .min(1)
      .max(TEXT_MAX_LENGTH)
      .refine((value) => !value.includes("\0") && value.isWellFormed()),
  )
  .optional()
  .catch(undefined);

const eventSchema = z.object({ type: text, resource: text, identifier: text }).catch({});

/** The body of an event. It names a thing and says nothing about it; types and resources unknown today are kept. */
export interface FulfilmentEvent {
  type?: string;
  resource?: string;
  /** Left out where the body names nothing that can be looked up. */
  identifier?: string;
}

/** Refuses what is not UTF-8, which would otherwise be stored as something nobody sent. */
const UTF8 = new TextDecoder("utf-8", { fatal: true });

/** What an event's body says: as much of it as can be used, nothing if it is no JSON object. */
export function parseEvent(body: Buffer): FulfilmentEvent {
  const { type, resource, identifier } = eventSchema.parse(parseJson(body));
  return {
    ...(type !== undefined && { type }),
    ...(resource !== undefined && { resource }),
    ...(identifier !== undefined && { identifier }),
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(UTF8.decode(body));
  } catch {
    return undefined;
  }
}

/** Whether an event says everything the interface describes. */
export function isWhole({ type, resource, identifier }: FulfilmentEvent): boolean {
  return type !== undefined && resource !== undefined && identifier !== undefined;
}
