/** Orders and the people behind them, as a shop keeps them. */

export interface OrderLine {
  id: number;
  /** Null for what was typed in by hand: a custom item. */
  variantId: number | null;
  productId: number | null;
  itemId: number | null;
  /** As they were when it was sold; the variant may have others by now, or be gone. */
  title: string;
  variantTitle: string | null;
  sku: string | null;
  price: string;
  /** Goods nobody counts are sold without a movement. */
  movesStock: boolean;
  quantity: number;
  /** Of the quantity: what was sent, and what of that came back onto the shelf or for good. */
  fulfilled: number;
  returned: number;
  /** Of what is not fulfilled: units that are committed at other locations than the order's, by their ids. */
  elsewhere?: Record<number, number>;
}

/** Goods of one order that were taken back together, without a return. */
export interface OrderStep {
  id: number;
  at: string;
  lines: { lineId: number; quantity: number }[];
}

/** Some pieces of one line that were sent in one parcel: what returns are made of. */
export interface FulfillmentLine {
  id: number;
  lineId: number;
  quantity: number;
}

export interface Fulfillment {
  id: number;
  locationId: number;
  status: "SUCCESS" | "CANCELLED";
  lines: FulfillmentLine[];
  createdAt: string;
  updatedAt: string;
}

/** Everything but the id may be unknown. */
export interface Address {
  id: number;
  firstName: string | null;
  lastName: string | null;
  company: string | null;
  address1: string | null;
  address2: string | null;
  zip: string | null;
  city: string | null;
  province: string | null;
  provinceCode: string | null;
  /** Its English name. */
  country: string | null;
  /** Two letters, as in ISO 3166-1. */
  countryCode: string | null;
  phone: string | null;
}

export interface Customer {
  id: number;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
  defaultAddress: Address | null;
}

export interface Order {
  id: number;
  /** What the merchant and the shopper call it: #1001. */
  number: number;
  /** Where its units are committed, unless a line says otherwise. */
  locationId: number;
  /** An order typed in by the merchant may have neither a shopper nor an address. */
  email: string | null;
  phone: string | null;
  customer: Customer | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  lines: OrderLine[];
  /** Oldest first, whatever became of them. */
  fulfillments: Fulfillment[];
  /** Refunded and put back without a return; oldest first. */
  takenBack: (OrderStep & { restock: boolean })[];
  /** Oldest first, whatever became of them. */
  returnIds: number[];
  createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
}

export const orderName = ({ number }: Pick<Order, "number">): string => `#${number}`;
