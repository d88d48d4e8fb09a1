import { gid } from "./gid.ts";
import type { Order, OrderLine, OrderStep, Shop } from "./shop.ts";

/*
 * Orders as Shopify's webhooks carry them: the REST shapes. They hold a shopper, made up here, because the real ones do,
 * and an app should ask for none of it (`include_fields`).
 */

export function orderPayload(shop: Shop, order: Order): object {
  const total = amount(order.lines.reduce((sum, line) => sum + Number(line.price) * line.quantity, 0));
  return {
    id: order.id,
    admin_graphql_api_id: gid("Order", order.id),
    name: `#${order.number}`,
    order_number: order.number,
    created_at: order.createdAt,
    updated_at: order.updatedAt,
    processed_at: order.createdAt,
    cancelled_at: order.cancelledAt,
    cancel_reason: order.cancelledAt ? "other" : null,
    closed_at: null,
    currency: "EUR",
    total_price: total,
    financial_status: "paid",
    fulfillment_status: fulfillmentStatus(order.lines),
    // Where it was sold over the counter, not where it is sent from: null for whatever is sold online.
    location_id: null,
    source_name: "web",
    email: SHOPPER.email,
    contact_email: SHOPPER.email,
    phone: SHOPPER.phone,
    customer: { id: order.customerId, ...SHOPPER },
    billing_address: ADDRESS,
    shipping_address: ADDRESS,
    line_items: order.lines.map((line) => lineItem(shop, line, line.quantity)),
    fulfillments: order.fulfillments.map((one) => fulfillmentPayload(shop, order, one)),
  };
}

export function fulfillmentPayload(shop: Shop, order: Order, { id, at, lines }: OrderStep): object {
  const index = order.fulfillments.findIndex((one) => one.id === id) + 1;
  return {
    id,
    admin_graphql_api_id: gid("Fulfillment", id),
    order_id: order.id,
    name: `#${order.number}.${index}`,
    status: "success",
    service: "manual",
    shipment_status: null,
    created_at: at,
    updated_at: at,
    location_id: order.locationId,
    tracking_company: null,
    tracking_number: null,
    tracking_numbers: [],
    tracking_url: null,
    tracking_urls: [],
    email: SHOPPER.email,
    destination: ADDRESS,
    line_items: lines.flatMap(({ lineId, quantity }) => {
      const line = order.lines.find((one) => one.id === lineId);
      return line ? lineItem(shop, line, quantity) : [];
    }),
  };
}

function lineItem(shop: Shop, line: OrderLine, quantity: number): object {
  const isGone = !shop.variants.get(line.variantId);
  return {
    id: line.id,
    admin_graphql_api_id: gid("LineItem", line.id),
    variant_id: isGone ? null : line.variantId,
    product_id: isGone ? null : line.productId,
    sku: line.sku,
    title: line.title,
    variant_title: line.variantTitle,
    name: `${line.title} - ${line.variantTitle}`,
    quantity,
    current_quantity: line.quantity - line.returned,
    fulfillable_quantity: line.quantity - line.fulfilled,
    fulfillment_status: fulfillmentStatus([line]),
    fulfillment_service: "manual",
    variant_inventory_management: line.movesStock ? "shopify" : null,
    price: line.price,
    properties: [],
  };
}

export function fulfillmentStatus(lines: readonly OrderLine[]): "fulfilled" | "partial" | null {
  if (lines.every(({ quantity, fulfilled }) => fulfilled === quantity)) return "fulfilled";
  return lines.some(({ fulfilled }) => fulfilled) ? "partial" : null;
}

const amount = (value: number): string => value.toFixed(2);

/** Nobody: the number and the domain are kept free for such use. */
const SHOPPER = {
  email: "robin.shopper@example.com",
  first_name: "Robin",
  last_name: "Shopper",
  phone: "+31 20 555 0100",
};

const ADDRESS = {
  first_name: SHOPPER.first_name,
  last_name: SHOPPER.last_name,
  address1: "Nowhere Street 1",
  zip: "1000 AA",
  city: "Amsterdam",
  country_code: "NL",
  phone: SHOPPER.phone,
};
