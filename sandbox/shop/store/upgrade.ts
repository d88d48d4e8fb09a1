import type { Fulfillment, Order } from "./order-types.ts";

/** A fulfillment as files of earlier versions have it: with one time, and without a location. */
interface EarlierFulfillment extends Partial<Omit<Fulfillment, "id" | "lines">> {
  id: number;
  at?: string;
  lines: { id?: number; lineId: number; quantity: number }[];
}

/** An order as files of earlier versions have it: without people, and its fulfillments' lines without ids. */
interface EarlierOrder extends Omit<Order, "fulfillments" | "takenBack" | "returnIds"> {
  fulfillments: EarlierFulfillment[];
  takenBack?: Order["takenBack"];
  returnIds?: number[];
  /** What was taken back without a return, when there were no returns yet. */
  returns?: Order["takenBack"];
}

export function orderUpToDate(saved: EarlierOrder, ids: { next: () => number }): Order {
  const { returns, ...order } = saved;
  return {
    ...order,
    email: order.email ?? null,
    phone: order.phone ?? null,
    customer: order.customer ?? null,
    shippingAddress: order.shippingAddress ?? null,
    billingAddress: order.billingAddress ?? null,
    takenBack: order.takenBack ?? returns ?? [],
    returnIds: order.returnIds ?? [],
    fulfillments: order.fulfillments.map(({ at = order.createdAt, ...one }) => ({
      locationId: order.locationId,
      status: "SUCCESS",
      createdAt: at,
      updatedAt: at,
      ...one,
      lines: one.lines.map((line) => ({ ...line, id: line.id ?? ids.next() })),
    })),
  };
}
