import type { Order, OrderLine } from "./order-types.ts";
import { returnsOf } from "./parts.ts";
import type { Shop } from "./shop.ts";

/** How much of what was sent may still come back. */

/** What was sent, did not come back, and is not announced to. */
export function withShopper(shop: Shop, order: Order, { id, fulfilled, returned }: OrderLine): number {
  const announced = liveReturns(shop, order).flatMap(({ lines }) =>
    lines.filter((one) => lineIdOf(order, one.fulfillmentLineId) === id),
  );
  return fulfilled - returned - sum(announced.map(({ quantity, processed }) => quantity - processed));
}

/** Of one line of a fulfillment: the units a return may still ask for. A cancelled fulfillment has none. */
export function returnable(shop: Shop, order: Order, fulfillmentLineId: number): number {
  const sent = order.fulfillments
    .flatMap(({ status, lines }) => (status === "SUCCESS" ? lines : []))
    .find(({ id }) => id === fulfillmentLineId);
  const line = order.lines.find(({ id }) => id === sent?.lineId);
  if (!sent || !line) return 0;
  const announced = liveReturns(shop, order).flatMap(({ lines }) =>
    lines.filter((one) => one.fulfillmentLineId === fulfillmentLineId),
  );
  const left = sent.quantity - sum(announced.map(({ quantity }) => quantity));
  return Math.max(0, Math.min(left, withShopper(shop, order, line)));
}

/** What was declined or cancelled may be asked for again. */
export const liveReturns = (shop: Shop, order: Order) =>
  returnsOf(shop, order).filter(({ status }) => status !== "DECLINED" && status !== "CANCELED");

const lineIdOf = (order: Order, fulfillmentLineId: number | null): number | undefined =>
  order.fulfillments.flatMap(({ lines }) => lines).find(({ id }) => id === fulfillmentLineId)?.lineId;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
