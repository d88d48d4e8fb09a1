import { createHash } from "node:crypto";

/** What a subscription can ask for. */
export const eventNames = [
  "outbound-status",
  "shipment-created",
  "shipment-shipped",
  "receipt-received",
  "inbound-status",
  "label-status",
] as const;

export type EventName = (typeof eventNames)[number];

/** What an event concerns, by each name that the warehouse has for it. */
export interface Subject {
  inbound?: string;
  receipt?: string;
  shipment?: string;
  outbound?: string;
  label?: string;
}

/**
 * The interface shows one payload only (`shipped` / `shipment`). The others are chosen here after its pattern: what
 * happened, then to which kind of thing. The identifier is the inbound's `ref` where the thing is an inbound, and 32
 * hexadecimal digits for outbounds, shipments and labels, which this interface cannot look up.
 */
const payloads: Record<EventName, { type: string; resource: keyof Subject }> = {
  "outbound-status": { type: "status-changed", resource: "outbound" },
  "shipment-created": { type: "created", resource: "shipment" },
  "shipment-shipped": { type: "shipped", resource: "shipment" },
  "receipt-received": { type: "received", resource: "inbound" },
  "inbound-status": { type: "status-changed", resource: "inbound" },
  "label-status": { type: "status-changed", resource: "label" },
};

/** 32 hexadecimal digits, as in the interface's example payload; the same ones for the same text. */
export function opaqueIdOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** What `identifier` can hold: a name of the subject's, an id that can be looked up nowhere, or nothing at all. */
export const identifierKinds = [
  "inbound",
  "receipt",
  "shipment",
  "outbound",
  "label",
  "opaque",
  "none",
] as const;

/**
 * The webhook body, exactly as it is signed and sent. `kind` says what it names instead of the usual; what the subject
 * has no name for gets an opaque one.
 */
export function eventBody(
  event: EventName,
  { subject, kind }: { subject: Subject; kind?: (typeof identifierKinds)[number] | null | undefined },
): string {
  const { type, resource } = payloads[event];
  const identifier = kind ?? resource;
  if (identifier === "none") return JSON.stringify({ type, resource });
  const name = identifier === "opaque" ? undefined : subject[identifier];
  return JSON.stringify({
    type,
    resource: name === undefined || identifier === "opaque" ? resource : identifier,
    identifier: name ?? opaqueIdOf(`${resource} ${subject[resource]}`),
  });
}
