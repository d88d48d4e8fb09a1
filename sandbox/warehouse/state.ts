import { z } from "zod";
import { readState } from "../lib/state-file.ts";
import { eventFaultKinds } from "./event-faults.ts";
import { eventNames } from "./events.ts";

/*
 * Everything the warehouse remembers, described once: the types come from these schemas, and a state file is read
 * through them. What clients may send is stricter and stands in `bodies.ts`.
 */

const count = z.int().min(0);
/** Milliseconds since 1970. */
const instant = z.number();
const size = count.nullable();

const product = z.object({
  sku: z.string(),
  barcode: z.string(),
  description: z.string(),
  url: z.string().nullable(),
  imageUrl: z.string().nullable(),
  width: size,
  height: size,
  length: size,
  weight: size,
  stock: count,
});

const line = z.object({ ref: z.string(), sku: z.string(), quantity: count, quantityReceived: count });

const receiptLine = z.object({
  /** Below zero in a line that takes back what another one says. */
  quantity: z.int(),
  defective: z.boolean(),
  sku: z.string(),
  inboundRef: z.string(),
  /** Empty for units that no line of the inbound announced. */
  inboundLineRef: z.string(),
});
const receiptLineFields = Object.keys(receiptLine.shape) as (keyof z.infer<typeof receiptLine>)[];

/** What the interface says instead of a receipt line's values, on purpose: other JSON, or nothing. */
export const oddValues = z.object({
  shown: z.partialRecord(z.enum(receiptLineFields), z.json()).optional(),
  leftOut: z.array(z.enum(receiptLineFields)).optional(),
});

const receipt = z.object({
  receiptDate: z.string(),
  /** Identifies it here: the parcel's number. */
  vendorShipmentNo: z.string(),
  lines: z.array(receiptLine.extend(oddValues.shape)),
});

export const inboundTypes = ["purchase", "return"] as const;
export const inboundStatuses = [
  "new",
  "in_progress",
  "partially_received",
  "fully_received",
  "cancelled",
] as const;

const inbound = z.object({
  ref: z.string(),
  type: z.enum(inboundTypes),
  supplierRef: z.string(),
  expectedReceiveDate: z.string(),
  senderName: z.string(),
  senderEmail: z.string(),
  senderPhonenumber: z.string(),
  senderAddressLine1: z.string(),
  senderAddressLine2: z.string(),
  senderPostCode: z.string(),
  senderCity: z.string(),
  senderCountryCode: z.string(),
  status: z.enum(inboundStatuses),
  /** Nothing more arrives for it, whatever its status; not part of the interface's inbound. */
  ended: z.boolean().default(false),
  /** From when on a return's label is answered: null is not before somebody says so. */
  labelReadyAt: instant.nullable().default(0),
  lines: z.array(line),
  receipts: z.array(receipt),
  /** For `change-interval`; not part of the interface's inbound. */
  changedAt: instant,
});

/** Packed and not dispatched. */
const shipment = z.object({
  outbound: z.string(),
  shipment: z.string(),
  label: z.string(),
  lines: z.array(z.object({ sku: z.string(), quantity: count })),
  /** Whether it is for a consolidation partner. */
  consolidation: z.boolean(),
  /** Whether the stock still counts it. */
  inStock: z.boolean(),
});

const subscription = z.object({
  id: z.string(),
  notificationUrl: z.string(),
  event: z.enum(eventNames),
  /** The access token that registered it; not part of the interface's answer. States of before it was stored have none. */
  token: z.string().default(""),
});

const delivery = z.object({
  id: z.string(),
  subscriptionId: z.string(),
  event: z.enum(eventNames),
  url: z.string(),
  body: z.string(),
  /** What was done to it on purpose. */
  fault: z.enum(eventFaultKinds).nullable().default(null),
  state: z.enum(["pending", "delivered", "dropped"]),
  /** How often it was sent, by itself or by hand. */
  attempts: count,
  /** HTTP status of the latest answer; null when none came in time, or nothing was sent yet. */
  lastStatus: z.int().nullable(),
  createdAt: instant,
  lastAttemptAt: instant.nullable(),
  /** Null once it is delivered or dropped. */
  nextAttemptAt: instant.nullable(),
});

const savedState = z.object({
  version: z.literal(1),
  products: z.array(product),
  inbounds: z.array(inbound),
  shipments: z.array(shipment).default([]),
  subscriptions: z.array(subscription),
  /** Oldest first. */
  deliveries: z.array(delivery),
  paused: z.boolean(),
  serial: count,
  /** States of before the clock could be moved have none. */
  clockOffsetMs: z.int().default(0),
});

export type Product = z.infer<typeof product>;
export type Line = z.infer<typeof line>;
export type Receipt = z.infer<typeof receipt>;
export type ReceiptLine = Receipt["lines"][number];
export type Inbound = z.infer<typeof inbound>;
export type Shipment = z.infer<typeof shipment>;
type Subscription = z.infer<typeof subscription>;
export type Delivery = z.infer<typeof delivery>;

/** Maps keep the order of creation, which is the order of every list. */
export interface State {
  /** By SKU. */
  products: Map<string, Product>;
  /** By ref. */
  inbounds: Map<string, Inbound>;
  /** By id. */
  shipments: Map<string, Shipment>;
  subscriptions: Subscription[];
  /** By id. */
  deliveries: Map<string, Delivery>;
  /** While true, events become deliveries that wait. */
  paused: boolean;
  /** Last number given to something the warehouse names itself. */
  serial: number;
  /** How far the warehouse's time is ahead of this machine's. */
  clockOffsetMs: number;
}

function emptyState(): State {
  return {
    products: new Map(),
    inbounds: new Map(),
    shipments: new Map(),
    subscriptions: [],
    deliveries: new Map(),
    paused: false,
    serial: 0,
    clockOffsetMs: 0,
  };
}

/** Empties the state in place: routes and sender hold on to its maps. The clock is put back by itself. */
export function forget(state: State): void {
  for (const map of [state.products, state.inbounds, state.shipments, state.deliveries]) map.clear();
  state.subscriptions = [];
  state.paused = false;
  state.serial = 0;
}

/** The state an earlier run left in `file`, or an empty one. Throws when the file holds something else. */
export function loadState(file: string | undefined): State {
  const saved = readState(file);
  if (saved === undefined) return emptyState();
  const parsed = savedState.safeParse(saved);
  if (!parsed.success)
    throw new Error(
      `The saved state in ${file} is not a warehouse's of this version. Delete the file to start over.`,
      {
        cause: parsed.error,
      },
    );
  const { products, inbounds, shipments, subscriptions, deliveries, ...rest } = parsed.data;
  return {
    products: new Map(products.map((p) => [p.sku, p])),
    inbounds: new Map(shareReceipts(inbounds).map((i) => [i.ref, i])),
    shipments: new Map(shipments.map((s) => [s.shipment, s])),
    subscriptions,
    deliveries: new Map(deliveries.map((d) => [d.id, d])),
    ...rest,
  };
}

/** A parcel for several inbounds has one receipt, which each of them shows; a file holds it once for each. */
function shareReceipts(inbounds: Inbound[]): Inbound[] {
  const receipts = new Map(inbounds.flatMap((i) => i.receipts.map((r) => [r.vendorShipmentNo, r])));
  return inbounds.map((i) => ({
    ...i,
    receipts: i.receipts.map((r) => receipts.get(r.vendorShipmentNo) ?? r),
  }));
}

/** What `loadState` reads back. */
export function toSave(state: State): z.input<typeof savedState> {
  return {
    version: 1,
    products: [...state.products.values()],
    inbounds: [...state.inbounds.values()],
    shipments: [...state.shipments.values()],
    subscriptions: state.subscriptions,
    deliveries: [...state.deliveries.values()],
    paused: state.paused,
    serial: state.serial,
    clockOffsetMs: state.clockOffsetMs,
  };
}

/** A number the warehouse has not used yet. */
export function nextSerial(state: State): number {
  return ++state.serial;
}
