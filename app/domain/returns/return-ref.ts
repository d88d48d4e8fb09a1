import type { InboundRef } from "../ids.ts";

/*
 * How a return is called at the warehouse. References are derived, never drawn: a retry after a lost answer finds the
 * inbound it made, and an inbound tells which return it is.
 */

const PREFIX = "return-";
const GID = "gid://shopify/Return/";

/** A return by the number Shopify and addresses know it by. */
export const returnIdOf = (number: string) => `${GID}${number}`;

export const numberOf = (returnId: string) => returnId.replace(GID, "");

/** Shopify numbers returns across all shops, so shops that share a warehouse account do not meet. */
export function refOfReturn(returnId: string): InboundRef {
  return `${PREFIX}${numberOf(returnId)}` as InboundRef;
}

/** Under which a return is announced once more, when its inbound was cancelled and cannot be deleted: its reference is taken. */
export function nextRef(ref: string): InboundRef {
  const [, first = ref, count = "1"] = /^(return-\d+)(?:-(\d+))?$/.exec(ref) ?? [];
  return `${first}-${Number(count) + 1}` as InboundRef;
}

/** The return an inbound is for; null for inbounds of another kind. */
export function returnOfRef(ref: string): string | null {
  const [, number] = /^return-(\d+)(?:-\d+)?$/.exec(ref) ?? [];
  return number === undefined ? null : returnIdOf(number);
}
