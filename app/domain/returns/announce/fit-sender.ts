import { faultsOf, inboundChanges } from "../../../fulfilment/requests.ts";
import type { Shopper } from "../../../shopify/returns.ts";
import type { Sender, SenderField } from "../../inbounds/sender.ts";
import { decideSender } from "./decide-sender.ts";

/** The warehouse can do without these. */
const OPTIONAL: readonly SenderField[] = [
  "senderEmail",
  "senderPhonenumber",
  "senderAddressLine2",
  "senderPostCode",
];

/**
 * The customer as an inbound's sender, without optional fields that the interface does not take: those are in `leftOut`. What a
 * first line of the address goes on with in the second is never left out.
 */
export function fitSender(shopper: Shopper): { sender: Sender; leftOut: SenderField[] } {
  const sender = decideSender(shopper);
  const faulty = new Set(faultsOf(inboundChanges, sender).map(({ field }) => field));
  const leftOut = OPTIONAL.filter((field) => faulty.has(field));
  for (const field of leftOut) delete sender[field];
  if (!leftOut.includes("senderAddressLine2")) return { sender, leftOut };
  const bare = shopper.addresses.map((address) => ({ ...address, company: null, address2: null }));
  const { senderAddressLine2 } = decideSender({ ...shopper, addresses: bare });
  return { sender: { ...sender, ...(senderAddressLine2 && { senderAddressLine2 }) }, leftOut };
}
