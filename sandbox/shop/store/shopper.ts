import type { Address, Customer } from "./order-types.ts";
import { nextId, type Shop } from "./shop.ts";

/** Nobody: the number and the domain are kept free for such use. */
const SHOPPER = {
  firstName: "Robin",
  lastName: "Shopper",
  email: "robin.shopper@example.com",
  phone: "+31 20 555 0100",
};

const ADDRESS = {
  firstName: SHOPPER.firstName,
  lastName: SHOPPER.lastName,
  address1: "Nowhere Street 1",
  zip: "1000 AA",
  city: "Amsterdam",
  country: "Netherlands",
  countryCode: "NL",
  phone: SHOPPER.phone,
};

const UNKNOWN_ADDRESS: Omit<Address, "id"> = {
  firstName: null,
  lastName: null,
  company: null,
  address1: null,
  address2: null,
  zip: null,
  city: null,
  province: null,
  provinceCode: null,
  country: null,
  countryCode: null,
  phone: null,
};

export type NewAddress = Partial<Omit<Address, "id">>;
export type NewCustomer = Partial<Omit<Customer, "id" | "defaultAddress">>;

/** Who ordered. What is not said is made up; null says that there is none. */
export interface NewShopper {
  email?: string | null;
  phone?: string | null;
  customer?: NewCustomer | null;
  shippingAddress?: NewAddress | null;
  billingAddress?: NewAddress | null;
}

/** An address; what is not said of one is empty. Undefined is one that is made up. */
export function newAddress(shop: Shop, given: NewAddress | null | undefined): Address | null {
  return given === null ? null : { ...UNKNOWN_ADDRESS, ...(given ?? ADDRESS), id: nextId(shop) };
}

export function newShopper(shop: Shop, given: NewShopper) {
  const shippingAddress = newAddress(shop, given.shippingAddress);
  // The shop sends bills to where it sends goods, unless somebody says otherwise.
  const billingAddress = newAddress(
    shop,
    given.billingAddress === undefined ? given.shippingAddress : given.billingAddress,
  );
  const customer: Customer | null =
    given.customer === null
      ? null
      : {
          firstName: null,
          lastName: null,
          email: null,
          phone: null,
          ...(given.customer ?? SHOPPER),
          id: nextId(shop),
          defaultAddress: shippingAddress && { ...shippingAddress, id: nextId(shop) },
        };
  return {
    // An order without a customer has nobody's address either, unless it was typed in.
    email: given.email === undefined ? (customer?.email ?? null) : given.email,
    phone: given.phone === undefined ? (customer?.phone ?? null) : given.phone,
    customer,
    shippingAddress,
    billingAddress,
  };
}

/** First and last name with a space between them; null when neither is known. */
export const fullName = (of: { firstName: string | null; lastName: string | null }): string | null =>
  [of.firstName, of.lastName].filter(Boolean).join(" ") || null;
