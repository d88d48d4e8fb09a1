import { z } from "zod";
import { occasion } from "../../lib/switched-on.ts";

/** Which deliveries: of this shop (its domain) and topic, or any when left out. */
const which = { shop: z.string().optional(), topic: z.string().optional(), ...occasion };

/** Longer than anybody waits: the shops' clock stands, so a late webhook is late in real time. */
const LATEST_MS = 60_000;

/** What goes wrong between something that happened in a shop and its webhooks, told over `POST /_sandbox/webhooks/faults`. */
export const webhookFaultSchema = z.discriminatedUnion("kind", [
  /** Never sent. */
  z.strictObject({ kind: z.literal("drop"), ...which }),
  /** Sent twice, under one webhook id. */
  z.strictObject({ kind: z.literal("duplicate"), ...which }),
  /** First sent after so long. */
  z.strictObject({ kind: z.literal("late"), ms: z.int().min(1).max(LATEST_MS), ...which }),
  /** Sent after the shop's next webhook. */
  z.strictObject({ kind: z.literal("reorder"), ...which }),
]);

export type WebhookFault = z.output<typeof webhookFaultSchema>;
