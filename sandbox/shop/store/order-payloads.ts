import { gid } from "./gid.ts";
import { orderName, type Address, type Fulfillment, type Order, type OrderLine } from "./order-types.ts";
import type { Shop } from "./shop.ts";
import { fullName } from "./shopper.ts";

/*
 * Orders as Shopify's webhooks carry them: the REST shapes. They hold a shopper, because the real ones do, and an app
 * should ask for none of it (`include_fields`).
 */

export function orderPayload(shop: Shop, order: Order): object {
  const total = amount(order.lines.reduce((sum, line) => sum + Number(line.price) * line.quantity, 0));
  return {
    id: order.id,
    admin_graphql_api_id: gid("Order", order.id),
    name: orderName(order),
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
    email: order.email,
    contact_email: order.email,
    phone: order.phone,
    customer: order.customer && {
      id: order.customer.id,
      admin_graphql_api_id: gid("Customer", order.customer.id),
      email: order.customer.email,
      first_name: order.customer.firstName,
      last_name: order.customer.lastName,
      phone: order.customer.phone,
    },
    billing_address: addressPayload(order.billingAddress),
    shipping_address: addressPayload(order.shippingAddress),
    line_items: order.lines.map((line) => lineItem(shop, line, line.quantity)),
    fulfillments: order.fulfillments.map((one) => fulfillmentPayload(shop, order, one)),
  };
}

export function fulfillmentPayload(shop: Shop, order: Order, fulfillment: Fulfillment): object {
  const { id, status, locationId, lines } = fulfillment;
  const index = order.fulfillments.indexOf(fulfillment) + 1;
  return {
    id,
    admin_graphql_api_id: gid("Fulfillment", id),
    order_id: order.id,
    name: `${orderName(order)}.${index}`,
    status: status.toLowerCase(),
    service: "manual",
    shipment_status: null,
    created_at: fulfillment.createdAt,
    updated_at: fulfillment.updatedAt,
    location_id: locationId,
    tracking_company: null,
    tracking_number: null,
    tracking_numbers: [],
    tracking_url: null,
    tracking_urls: [],
    email: order.email,
    destination: addressPayload(order.shippingAddress),
    line_items: lines.flatMap(({ lineId, quantity }) => {
      const line = order.lines.find((one) => one.id === lineId);
      return line ? lineItem(shop, line, quantity) : [];
    }),
  };
}

/** What the order confirmation calls it. */
export const lineName = ({ title, variantTitle }: OrderLine): string =>
  variantTitle === null ? title : `${title} - ${variantTitle}`;

const addressPayload = (of: Address | null) =>
  of && {
    first_name: of.firstName,
    last_name: of.lastName,
    name: fullName(of),
    company: of.company,
    address1: of.address1,
    address2: of.address2,
    zip: of.zip,
    city: of.city,
    province: of.province,
    province_code: of.provinceCode,
    country: of.country,
    country_code: of.countryCode,
    phone: of.phone,
  };

function lineItem(shop: Shop, line: OrderLine, quantity: number): object {
  const isGone = !shop.variants.get(line.variantId ?? 0);
  return {
    id: line.id,
    admin_graphql_api_id: gid("LineItem", line.id),
    variant_id: isGone ? null : line.variantId,
    product_id: isGone ? null : line.productId,
    sku: line.sku,
    title: line.title,
    variant_title: line.variantTitle,
    name: lineName(line),
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
