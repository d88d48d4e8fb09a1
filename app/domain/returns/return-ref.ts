import type { InboundRef } from "../ids.ts";

/*
 * How a return is called at the warehouse. References are derived, never drawn: a retry after a lost answer finds the
 * inbound it made, and an inbound tells which return it is.
 */

const PREFIX = "return-";
const GID = "gid://shopify/Return/";
const REF = /^(return-\d+)(?:-(\d+))?$/;

/** A return by the number Shopify and addresses know it by. */
export const returnIdOf = (number: string) => `${GID}${number}`;

export const numberOf = (returnId: string) => returnId.replace(GID, "");

/** Shopify numbers returns across all shops, so shops that share a warehouse account do not meet. */
export function refOfReturn(returnId: string): InboundRef {
  return `${PREFIX}${numberOf(returnId)}` as InboundRef;
}

/** Under which a return is announced once more, when its reference is taken: its inbound was cancelled, or brought something before it was deleted. */
export function nextRef(ref: string): InboundRef {
  const [, first = ref, count = "1"] = REF.exec(ref) ?? [];
  return `${first}-${Number(count) + 1}` as InboundRef;
}

/** Whether a return has, or once had, an inbound of this reference. */
export function isRefOf({ inboundRef }: { inboundRef: string }, ref: string): boolean {
  const [, first, count = "1"] = REF.exec(ref) ?? [];
  const [, ownFirst, ownCount = "1"] = REF.exec(inboundRef) ?? [];
  return first !== undefined && first === ownFirst && Number(count) <= Number(ownCount);
}

/** The return an inbound is for; null for inbounds of another kind. */
export function returnOfRef(ref: string): string | null {
  const [, number] = /^return-(\d+)(?:-\d+)?$/.exec(ref) ?? [];
  return number === undefined ? null : returnIdOf(number);
}
