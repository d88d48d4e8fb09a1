import type { InboundRef } from "../ids.ts";

/*
 * How a return is called at the warehouse. References are derived, never drawn: a retry after a lost answer finds the
 * inbound it made, and an inbound tells which return it is.
 */

const PREFIX = "return-";
const GID = "gid://shopify/Return/";

/** The parts of a reference: `return-7-2` is that of the second inbound of return 7. Null when it is no return's. */
function readRef(ref: string) {
  const match = /^(return-(\d+))(?:-(\d+))?$/.exec(ref);
  return match && { first: match[1]!, number: match[2]!, count: Number(match[3] ?? 1) };
}

/** A return by the number Shopify and addresses know it by. */
export const returnIdOf = (number: string) => `${GID}${number}`;

export const numberOf = (returnId: string) => returnId.replace(GID, "");

/** Shopify numbers returns across all shops, so shops that share a warehouse account do not meet. */
export function refOfReturn(returnId: string): InboundRef {
  return `${PREFIX}${numberOf(returnId)}` as InboundRef;
}

/** Under which a return is announced once more, when its reference is taken: its inbound was cancelled, or brought something before it was deleted. */
export function nextRef(ref: string): InboundRef {
  const { first, count } = readRef(ref) ?? { first: ref, count: 1 };
  return `${first}-${count + 1}` as InboundRef;
}

/** Whether a return has, or once had, an inbound of this reference. */
export function isRefOf({ inboundRef }: { inboundRef: string }, ref: string): boolean {
  const [asked, own] = [readRef(ref), readRef(inboundRef)];
  return asked !== null && own !== null && asked.first === own.first && asked.count <= own.count;
}

/** The return an inbound is for; null for inbounds of another kind. */
export function returnOfRef(ref: string): string | null {
  const number = readRef(ref)?.number;
  return number === undefined ? null : returnIdOf(number);
}
