/*
 * What the blocks in extensions/ are told, as JSON. Types alone, of nothing but JSON's own: both sides import them, and a
 * block must stay small.
 */

/** How far a return is. */
export type ReturnStageAnswer =
  | "requested"
  | "earlier"
  | "approved"
  | "announced"
  | "labelled"
  | "receiving"
  | "received"
  | "settled"
  | "closed"
  | "cancelled"
  | "declined";

/** `GET /ext/order-returns?order=gid://shopify/Order/…` */
export interface OrderReturnsAnswer {
  /** Whether a warehouse is connected at all. */
  connected: boolean;
  /** The newest first; none of an order nobody knows. */
  returns: OrderReturnAnswer[];
  /** How many more the order has, and where the app lists them all; left out where these are all. */
  more?: { returns: number; page: string };
}

export interface OrderReturnAnswer {
  /** #1001-R1 */
  name: string;
  /** Its page in the app, as a path below the app's address without a slash in front. */
  page: string;
  stage: ReturnStageAnswer;
  /** Pieces sent back, and those the warehouse has received of them. */
  returned: number;
  received: number;
  /** Its inbound at the warehouse; null while there is none. The status is the warehouse's own word. */
  inbound: { ref: string; status: string } | null;
  label: "none" | "waiting" | "ready" | "old" | "failed" | "theirs";
  /** The first of `labelUrls`, for blocks that do not know them yet; null when there is none. */
  labelUrl: string | null;
  /** Where the labels on the store's return are (https); none where they are not good, or the store did not say. */
  labelUrls?: string[];
  /** The return may have more labels than these. */
  hasMoreLabels?: boolean;
  /** What only a person can settle: each kind once. */
  needs: string[];
}

/** `GET /ext/variant-stock?variant=gid://shopify/ProductVariant/…` */
export interface VariantStockAnswer {
  connected: boolean;
  /** Its page in the app, as above; the list of products for a variant the app has not heard of. */
  page: string;
  /** How it stands to the warehouse; `unknown` for a variant the app has not heard of. */
  state:
    | "mapped"
    | "suggested"
    | "ambiguous"
    | "unmapped"
    | "not_at_warehouse"
    | "ignored"
    | "tombstoned"
    | "bundle"
    | "unknown";
  /** The warehouse's SKUs that it is made of. */
  components: { sku: string; units: number }[];
  /** Why the store should show what it should; null when that is not the app's to say, or nothing was synced yet. */
  sum: StockSumAnswer | null;
  /** In units of the variant; null when the warehouse does not know one of its SKUs, or nothing was synced yet. */
  warehouseStock: number | null;
  /** At the connected location; null when it is not stocked there. */
  onHand: number | null;
  /** How it was last found, and when (ISO 8601); null when nobody has looked yet. */
  looked: { at: string; verdict: string } | null;
  /** Whether what differs is written into the shop, or why it is not. */
  written: "yes" | "shadow" | "not-chosen" | "paused";
  /** The server's time, by which ages are told (ISO 8601). */
  now: string;
}

/** What of each SKU can be sold, and how many of the variant that makes. */
export interface StockSumAnswer {
  sellable: number;
  /** The SKU that allows least. */
  limitedBy: string;
  skus: {
    sku: string;
    /** Units in one unit of the variant. */
    units: number;
    /** Signed; they add up to `sellable`. */
    lines: { term: string; units: number }[];
    sellable: number;
    /** Units of the variant. */
    makes: number;
  }[];
}

/** `POST /ext/variant-stock?variant=…`: compare it now. What it finds shows in the next answer. */
export interface ReconcileAnswer {
  outcome: "asked" | "not-connected" | "not-mapped";
}
