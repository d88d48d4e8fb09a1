import type { InboundRef } from "../ids.ts";

/*
 * How a purchase is called at the warehouse: after the form it was announced in, which got its id when it was opened. A
 * form that is sent twice is one inbound, and a retry after a lost answer finds the inbound it made.
 */

const PREFIX = "purchase-";

export function refOfPurchase(formId: string): InboundRef {
  return `${PREFIX}${formId}` as InboundRef;
}

/** Whether an inbound may have been announced from a panel of ours; whose, tells the database. */
export function isPurchaseRef(ref: string): ref is InboundRef {
  return /^purchase-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(ref);
}

/** What the parcels are recognised by, unless the merchant or the supplier has a word of their own. */
export function suggestSupplierRef(formId: string): string {
  return `P-${formId.slice(0, 8).toUpperCase()}`;
}
