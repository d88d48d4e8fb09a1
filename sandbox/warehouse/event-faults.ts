import { z } from "zod";
import { occasion } from "../lib/switched-on.ts";
import { eventNames } from "./events.ts";

/** Which deliveries: of this event, or any when left out. Each subscription's delivery is an occasion of its own. */
const which = { event: z.enum(eventNames).optional(), ...occasion };

/** A week: longer than anything the interface promises. */
const LATEST_MS = 7 * 24 * 60 * 60 * 1000;

/** What goes wrong between an event and its deliveries, told over `POST /_sandbox/deliveries/faults`. */
export const eventFaultSchema = z.discriminatedUnion("kind", [
  /** Never sent. */
  z.strictObject({ kind: z.literal("drop"), ...which }),
  /** Sent twice. */
  z.strictObject({ kind: z.literal("duplicate"), ...which }),
  /** First sent after so long, on the warehouse's clock. */
  z.strictObject({ kind: z.literal("late"), ms: z.int().min(1).max(LATEST_MS), ...which }),
  /** Sent after the subscription's next event. */
  z.strictObject({ kind: z.literal("reorder"), ...which }),
]);

export type EventFault = z.output<typeof eventFaultSchema>;
export const eventFaultKinds = ["drop", "duplicate", "late", "reorder"] as const;
