import { gid } from "../../store/gid.ts";
import type { Address, Customer } from "../../store/order-types.ts";
import type { Shop } from "../../store/shop.ts";
import { fullName } from "../../store/shopper.ts";
import { idOf, plain, same, withArgs, type Simulated } from "../field.ts";

/** Shoppers as their orders know them: each order has a customer of its own. */

const findCustomer = ({ owners }: Shop, id: number): Customer | undefined => {
  const customer = owners.orders.get(id)?.customer;
  return customer?.id === id ? customer : undefined;
};

function findAddress({ owners }: Shop, id: number): Address | undefined {
  const order = owners.orders.get(id);
  const all = [order?.shippingAddress, order?.billingAddress, order?.customer?.defaultAddress];
  return all.find((one) => one?.id === id) ?? undefined;
}

const displayName = (of: Customer): string => fullName(of) ?? of.email ?? of.phone ?? "";

export const customers: Simulated = {
  query: {
    customer: withArgs<unknown, { id: string }>(["id"], (_source, { id }, { shop }) =>
      findCustomer(shop, idOf("Customer", id)),
    ),
  },
  nodes: {
    Customer: ({ shop }, { id }) => findCustomer(shop, id),
    MailingAddress: ({ shop }, { id }) => findAddress(shop, id),
  },
  types: {
    Customer: {
      ...same<Customer>("firstName", "lastName", "email", "phone", "defaultAddress"),
      id: plain((of: Customer) => gid("Customer", of.id)),
      legacyResourceId: plain((of: Customer) => String(of.id)),
      displayName: plain(displayName),
      defaultEmailAddress: plain(({ email }: Customer) => (email === null ? null : { emailAddress: email })),
      defaultPhoneNumber: plain(({ phone }: Customer) => (phone === null ? null : { phoneNumber: phone })),
    },
    MailingAddress: {
      ...same<Address>("firstName", "lastName", "company", "address1", "address2", "zip", "city"),
      ...same<Address>("province", "provinceCode", "country", "phone"),
      id: plain((of: Address) => `${gid("MailingAddress", of.id)}?model_name=Address`),
      name: plain(fullName),
      countryCode: plain((of: Address) => of.countryCode),
      countryCodeV2: plain((of: Address) => of.countryCode),
    },
  },
};
