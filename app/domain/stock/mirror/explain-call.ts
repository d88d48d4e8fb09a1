import type { AdjustmentCause, AdjustmentReason } from "../../../shopify/set-quantities.ts";
import {
  LOOK_ASKED,
  MAPPING_MADE,
  SAFETY_STOCK_CHANGED,
  type StockEvent,
} from "../../events/translate-hint.ts";
import { returnOfRef } from "../../returns/return-ref.ts";
import { MADE_ROOM, RESTOCKED, type ReturnCause } from "../report/return-causes.ts";
import type { StockWrite } from "./ledger-entries.ts";

/** Of a ledger entry, what the store's inventory history needs. */
export interface Explained extends Pick<StockWrite, "shopFigure" | "target"> {
  /** Null when a full sync found the difference. */
  cause: { event: string; of: string | null } | null;
}

interface Explanation {
  reason: AdjustmentReason;
  /** What the cause names, where that is something a merchant can look up. */
  names?: "Inbound" | "Return";
}

/** An event that says that an inbound moved. It names the inbound, or now and then one of its receipts. */
const ARRIVAL: Explanation = { reason: "received", names: "Inbound" };
/** Any other cause: the store's quantity was not what it should be, and is corrected. */
const CORRECTION: Explanation = { reason: "correction" };

/** What the history says of each cause there is. docs/decisions/0056-reasons-in-the-inventory-history.md */
const EXPLANATIONS: Record<StockEvent | ReturnCause, Explanation> = {
  "receipt-received": ARRIVAL,
  "inbound-status": ARRIVAL,
  // Shopify has no reason for units that left the warehouse.
  "outbound-status": CORRECTION,
  "shipment-created": CORRECTION,
  "shipment-shipped": CORRECTION,
  "label-status": CORRECTION,
  "inventory_levels/update": CORRECTION,
  "orders/create": CORRECTION,
  "orders/cancelled": CORRECTION,
  "orders/partially_fulfilled": CORRECTION,
  "orders/fulfilled": CORRECTION,
  "orders/updated": CORRECTION,
  [MAPPING_MADE]: CORRECTION,
  [LOOK_ASKED]: CORRECTION,
  [SAFETY_STOCK_CHANGED]: { reason: "safety_stock" },
  // Written by Shopify when the return is restocked, never by us.
  [RESTOCKED]: { reason: "restock", names: "Return" },
  // Taken off the quantity right before Shopify adds it: a reason that only ever adds would be wrong.
  [MADE_ROOM]: { reason: "correction", names: "Return" },
};

/** Causes of earlier versions may still be in the ledger. */
const explanationOf = ({ cause }: Explained): Explanation =>
  cause && Object.hasOwn(EXPLANATIONS, cause.event)
    ? EXPLANATIONS[cause.event as keyof typeof EXPLANATIONS]
    : CORRECTION;

/** The reason of one entry. */
export function reasonOf(entry: Explained): AdjustmentReason {
  const { reason } = explanationOf(entry);
  if (reason !== "received") return reason;
  // What came in never lowers a quantity: something else was found on the way.
  if (entry.target <= entry.shopFigure) return "correction";
  return returnOfRef(entry.cause?.of ?? "") === null ? "received" : "restock";
}

/** The one reason of several entries: theirs, if they agree. */
export function commonReason(reasons: Iterable<AdjustmentReason>): AdjustmentReason {
  const [reason = "correction", ...others] = new Set(reasons);
  return others.length === 0 ? reason : "correction";
}

/**
 * What the store's inventory history says of a call. It follows from the ledger's entries alone, so a call that is sent again
 * under the same key has the same reason and reference.
 *
 * The reference ends in what a search in Dockline's activity finds: the inbound or return that caused all of it, or else the
 * call's key, by which the ledger has its entries.
 */
export function explainCall(key: string, entries: readonly Explained[]): AdjustmentCause {
  const [document, ...others] = new Set(entries.map(documentOf));
  const reference = others.length === 0 && document ? document : `${STOCK_CHANGE}/${key}`;
  return {
    reason: commonReason(entries.map(reasonOf)),
    referenceDocumentUri: `gid://dockline/${reference}`,
  };
}

const STOCK_CHANGE = "StockChange";

/** Characters that a URI has as they are. The warehouse may name its inbounds otherwise; no reference may be refused for that. */
const PLAIN_NAME = /^[a-z0-9][\w.-]{0,99}$/i;

function documentOf(entry: Explained): string | null {
  const { names } = explanationOf(entry);
  // A return's name begins with the sign of its order: #1001-R1.
  const name = entry.cause?.of?.replace(/^#/, "");
  return names && name && PLAIN_NAME.test(name) ? `${names}/${name}` : null;
}

/** What a reference of ours stands for, as it is typed or copied; undefined of any other text. */
export function readReference(text: string): { writeKey: string } | { name: string } | undefined {
  const [, kind, id] = /^(?:gid:\/\/dockline\/)?(StockChange|Inbound|Return)\/([\w.-]+)$/.exec(text) ?? [];
  if (!kind || !id) return undefined;
  if (kind !== STOCK_CHANGE) return { name: id };
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? { writeKey: id } : undefined;
}
