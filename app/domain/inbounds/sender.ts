import type { InboundChanges } from "../../fulfilment/requests.ts";

/** The fields of an inbound that say who sends it. */
export const SENDER_FIELDS = [
  "senderName",
  "senderEmail",
  "senderPhonenumber",
  "senderAddressLine1",
  "senderAddressLine2",
  "senderPostCode",
  "senderCity",
  "senderCountryCode",
] as const satisfies (keyof InboundChanges)[];
export type SenderField = (typeof SENDER_FIELDS)[number];
/** Fields that nobody filled in are left out. */
export type Sender = Partial<Record<SenderField, string>>;
