import { faultsOf, inboundChanges, longest, type Fault } from "../../../fulfilment/requests.ts";
import type { Shopper } from "../../../shopify/returns.ts";
import type { Sender, SenderField } from "../../inbounds/sender.ts";

/** Without these a parcel cannot be told from another, nor a label be made. */
const NEEDED: readonly SenderField[] = [
  "senderName",
  "senderAddressLine1",
  "senderCity",
  "senderCountryCode",
];

/** The most characters the interface takes in a line of an address. */
const LINE = 100;

/**
 * The shopper as an inbound's sender: the first whole address (shipping, billing, the customer's own), or else the first
 * there is. Nothing is ever cut: what is too long for one line of the address goes on in the second, at a word, and
 * what still does not fit is left as it is for `senderFaults` to find. A state or province goes behind the city where both fit,
 * and else to the end of the second line.
 */
export function decideSender({ name, email, phone, addresses }: Shopper): Sender {
  const isWhole = (one: (typeof addresses)[number]) =>
    filled(one.address1) && filled(one.city) && one.countryCodeV2;
  const address = addresses.find(isWhole) ?? addresses[0];
  const place = placeOf(address);
  const [line1, line2] = splitLine(
    address?.address1?.trim() ?? "",
    [address?.company, address?.address2, place.rest]
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(", "),
  );
  return withoutEmpty({
    senderName: filled(address?.name) ?? filled(name),
    senderEmail: filled(email),
    senderPhonenumber: filled(address?.phone) ?? filled(phone),
    senderAddressLine1: line1,
    senderAddressLine2: line2,
    senderPostCode: filled(address?.zip),
    senderCity: place.city,
    senderCountryCode: address?.countryCodeV2 ?? undefined,
  });
}

/** What keeps a sender from being sent. Empty when nothing does. */
export function senderFaults(sender: Sender): Fault[] {
  const missing = NEEDED.filter((field) => !filled(sender[field])).map((field): Fault => ({
    field,
    rule: "missing",
  }));
  return [...missing, ...faultsOf(inboundChanges, sender)];
}

/** The city, with the code of its state or province where that fits; else the code is left for another field. */
function placeOf(address: Shopper["addresses"][number] | undefined): { city?: string; rest?: string } {
  const [city, code] = [filled(address?.city), filled(address?.provinceCode)];
  if (!city) return {};
  if (!code) return { city };
  const both = `${city}, ${code}`;
  return both.length <= (longest("senderCity") ?? Infinity) ? { city: both } : { city, rest: code };
}

/** Breaks a line that is too long at the last word that fits; the rest goes before what the second line holds. */
function splitLine(first: string, second: string): [string, string] {
  if (first.length <= LINE) return [first, second];
  const end = first.lastIndexOf(" ", LINE);
  // One word of more than a hundred characters is nobody's address: it is shown as it is.
  if (end === -1) return [first, second];
  return [first.slice(0, end), [first.slice(end + 1), second].filter(Boolean).join(", ")];
}

const filled = (text: string | null | undefined): string | undefined => text?.trim() || undefined;

function withoutEmpty(sender: Record<SenderField, string | undefined>): Sender {
  return Object.fromEntries(Object.entries(sender).filter(([, value]) => value));
}
