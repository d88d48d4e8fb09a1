/** What the list of purchases can be narrowed to, in the order of its tabs. */
export const PURCHASE_TABS = ["expected", "late", "receiving", "done"] as const;
export type PurchaseTab = (typeof PURCHASE_TABS)[number];

/** The tabs of the list of inbounds: purchases by how far they are, and what was made elsewhere. */
export const INBOUND_TABS = [...PURCHASE_TABS, "elsewhere"] as const;
export type InboundTab = (typeof INBOUND_TABS)[number];
