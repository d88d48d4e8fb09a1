import { gid } from "./gid.ts";
import { findFulfillmentLine } from "./parts.ts";
import { reasonById } from "./return-reasons.ts";
import type {
  Disposition,
  Return,
  ReturnLine,
  ReverseDelivery,
  ReverseLine,
  ReverseOrder,
} from "./return-types.ts";
import type { Shop } from "./shop.ts";

/*
 * Returns as Shopify's webhooks carry them. Each topic has a shape of its own, and most of them are poor: whoever wants
 * to know more has to ask.
 */

const named = (type: string, id: number) => ({ id, admin_graphql_api_id: gid(type, id) });

/** `returns/request` and `returns/approve`. No SKU, and no variant. */
export function returnPayload(shop: Shop, of: Return): object {
  return {
    ...named("Return", of.id),
    status: of.status.toLowerCase(),
    order: named("Order", of.orderId),
    total_return_line_items: of.lines.length,
    name: of.name,
    return_line_items: of.lines.map((line) => ({
      ...named(returnLineType(line), line.id),
      fulfillment_line_item: fulfillmentLinePayload(shop, line),
      quantity: line.quantity,
      return_reason: reasonById(line.reason)?.legacy.toLowerCase() ?? "unknown",
      return_reason_note: line.reasonNote,
      customer_note: line.customerNote,
    })),
    return_shipping_fees: [],
    exchange_line_items: of.exchangeLines.map(({ id }) => ({
      ...named("ExchangeLineItem", id),
      line_item: null,
    })),
    total_exchange_line_items: of.exchangeLines.length,
  };
}

export const returnLineType = ({ fulfillmentLineId }: ReturnLine) =>
  fulfillmentLineId === null ? "UnverifiedReturnLineItem" : "ReturnLineItem";

function fulfillmentLinePayload(shop: Shop, { fulfillmentLineId }: ReturnLine): object | null {
  const found = findFulfillmentLine(shop, fulfillmentLineId);
  return found
    ? { ...named("FulfillmentLineItem", found.line.id), line_item: named("LineItem", found.orderLine.id) }
    : null;
}

/** How many pieces of a line a change took away, or added. */
export interface LineChange {
  line: ReturnLine;
  delta: number;
}

/** `returns/update` says what changed. It names neither the order nor the status, and its own id as a GID only. */
export function returnUpdatePayload(of: Return, changes: readonly LineChange[]): object {
  const list = (sign: 1 | -1) =>
    changes
      .filter(({ delta }) => delta * sign > 0)
      .map(({ line, delta }) => ({
        admin_graphql_api_id: gid(returnLineType(line), line.id),
        delta: Math.abs(delta),
      }));
  const nothing = { updates: [], removals: [] };
  const additions = list(1);
  return {
    admin_graphql_api_id: gid("Return", of.id),
    return_line_items: { ...(additions.length && { additions }), removals: list(-1) },
    restocking_fees: nothing,
    return_shipping_fees: nothing,
  };
}

/** `returns/cancel`, `returns/close` and `returns/reopen`: the order is named differently here. */
export const returnStatusPayload = (of: Return): object => ({
  ...named("Return", of.id),
  order_id: of.orderId,
  status: of.status.toLowerCase(),
});

/** `returns/decline` */
export const returnDeclinePayload = (of: Return): object => ({
  ...named("Return", of.id),
  order: named("Order", of.orderId),
  status: of.status.toLowerCase(),
  decline: of.decline && { reason: of.decline.reason.toLowerCase(), note: of.decline.note },
});

/** `returns/process`: what it carries is published nowhere, so nothing but what is meant stands in it. */
export const returnProcessPayload = (of: Return): object => named("Return", of.id);

/** `reverse_deliveries/attach_deliverable` */
export const deliveryPayload = (of: Return, { id, label, tracking }: ReverseDelivery): object => ({
  ...named("ReverseDelivery", id),
  return: named("Return", of.id),
  shipping_deliverable: {
    tracking: tracking && {
      tracking_number: tracking.number,
      tracking_url: tracking.url,
      carrier_name: null,
    },
    label: label && { public_file_url: label.publicFileUrl, created_at: label.createdAt },
  },
});

/** `reverse_fulfillment_orders/dispose`: nothing in it says of which return. */
export const disposePayload = (
  { id }: ReverseOrder,
  made: readonly { line: ReverseLine; disposition: Disposition }[],
): object => ({
  ...named("ReverseFulfillmentOrder", id),
  dispositions: made.map(({ line, disposition }) => ({
    reverse_fulfillment_order_line_item: named("ReverseFulfillmentOrderLineItem", line.id),
    reverse_delivery_line_item: null,
    type: disposition.type.toLowerCase(),
    location: disposition.locationId === null ? null : named("Location", disposition.locationId),
    quantity: disposition.quantity,
  })),
  total_dispositions: made.length,
});
