import type { Fulfillment, Order } from "./order-types.ts";

/** An order as files of earlier versions have it: without people, and its parcels' lines without ids. */
interface EarlierOrder extends Omit<Order, "fulfillments" | "takenBack" | "returnIds"> {
  fulfillments: (Omit<Fulfillment, "lines"> & {
    lines: { id?: number; lineId: number; quantity: number }[];
  })[];
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
    fulfillments: order.fulfillments.map((one) => ({
      ...one,
      lines: one.lines.map((line) => ({ ...line, id: line.id ?? ids.next() })),
    })),
  };
}
