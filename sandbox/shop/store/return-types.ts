/** Returns as a shop keeps them: what the shopper announces, and the work of taking it in. */

export const RETURN_STATUSES = ["REQUESTED", "OPEN", "CLOSED", "CANCELED", "DECLINED"] as const;

export type ReturnStatus = (typeof RETURN_STATUSES)[number];

export const DECLINE_REASONS = ["FINAL_SALE", "OTHER", "RETURN_PERIOD_ENDED"] as const;

export const DISPOSITION_TYPES = ["RESTOCKED", "NOT_RESTOCKED", "PROCESSING_REQUIRED", "MISSING"] as const;

export interface ReturnLine {
  id: number;
  /** Null when Shopify does not know what was sold: an unverified line. */
  fulfillmentLineId: number | null;
  quantity: number;
  /** Of the quantity: what somebody confirmed as come back. Says nothing about dispositions. */
  processed: number;
  /** The number of a reason in `return-reasons.ts`. */
  reason: number;
  reasonNote: string;
  customerNote: string | null;
  /** Unverified lines only. */
  unitPrice?: string;
}

/** What the shopper gets instead. */
export interface ExchangeLine {
  id: number;
  variantId: number;
  quantity: number;
  /** Units that became lines of the order, to be fulfilled like others. */
  processed: number;
}

export interface Disposition {
  id: number;
  type: (typeof DISPOSITION_TYPES)[number];
  quantity: number;
  locationId: number | null;
  createdAt: string;
}

/** One return line as work: so many pieces to look at and to put somewhere. */
export interface ReverseLine {
  id: number;
  returnLineId: number;
  fulfillmentLineId: number | null;
  quantity: number;
  /** May come to more than the quantity: Shopify was seen to accept that. */
  dispositions: Disposition[];
}

export interface ReverseDelivery {
  id: number;
  lines: { id: number; reverseLineId: number; quantity: number }[];
  label: { publicFileUrl: string; createdAt: string; updatedAt: string } | null;
  tracking: { number: string | null; url: string | null } | null;
}

/** The work of taking in what one parcel had carried out. */
export interface ReverseOrder {
  id: number;
  /** Null for the unverified lines. */
  fulfillmentId: number | null;
  status: "OPEN" | "CLOSED" | "CANCELED";
  lines: ReverseLine[];
  deliveries: ReverseDelivery[];
}

export interface Return {
  id: number;
  orderId: number;
  /** #1001-R1 */
  name: string;
  status: ReturnStatus;
  createdAt: string;
  requestApprovedAt: string | null;
  closedAt: string | null;
  decline: { reason: (typeof DECLINE_REASONS)[number]; note: string | null } | null;
  lines: ReturnLine[];
  exchangeLines: ExchangeLine[];
  /** Reverse fulfilment orders; none while it is only requested. */
  reverseOrders: ReverseOrder[];
}

/** A mail the shop sent to a shopper. */
export interface Mail {
  at: string;
  kind: "return-approved" | "return-declined" | "return-cancelled" | "return-processed" | "return-label";
  to: string;
  orderId: number;
  returnId: number;
  /** Of a label: the delivery it belongs to, and what the mail links to. */
  reverseDeliveryId?: number;
  labelUrl?: string | null;
  trackingUrl?: string | null;
}
