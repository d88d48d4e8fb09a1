import type { InboundRef, Sku } from "../ids.ts";

/*
 * How a return is called at the warehouse. References are derived, never drawn: a retry after a lost answer finds the
 * inbound it made, and an inbound tells which return it is.
 */

const PREFIX = "return-";
const GID = "gid://shopify/Return/";

/** A return by the number Shopify and addresses know it by. */
export const returnIdOf = (number: string) => `${GID}${number}`;

/** Shopify numbers returns across all shops, so shops that share a warehouse account do not meet. */
export function refOfReturn(returnId: string): InboundRef {
  return `${PREFIX}${returnId.replace(GID, "")}` as InboundRef;
}

/** The return an inbound is for; null for inbounds of another kind. */
export function returnOfRef(ref: string): string | null {
  return /^return-\d+$/.test(ref) ? returnIdOf(ref.slice(PREFIX.length)) : null;
}

/** Each SKU has one line. The warehouse may call it otherwise; then its own word counts. */
export function refOfLine(ref: InboundRef, sku: Sku): string {
  return `${ref}-${sku}`;
}
