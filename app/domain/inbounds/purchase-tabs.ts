/** What the list of purchases can be narrowed to, in the order of its tabs. */
export const PURCHASE_TABS = ["expected", "late", "receiving", "done"] as const;
export type PurchaseTab = (typeof PURCHASE_TABS)[number];
