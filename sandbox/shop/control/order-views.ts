import { gid } from "../store/gid.ts";
import { fulfillmentStatus } from "../store/order-payloads.ts";
import { orderName, type Order } from "../store/order-types.ts";
import { returnsOf } from "../store/parts.ts";
import { withShopper } from "../store/returnable.ts";
import { returnStatus } from "../store/return-status.ts";
import type { Mail } from "../store/return-types.ts";
import type { Shop } from "../store/shop.ts";

/** Orders and mails as the control API shows them. */

/** Some of them belong to nothing: goods that were typed in by hand. */
const gidOrNull = (type: string, id: number | null) => (id === null ? null : gid(type, id));

export function orderView(shop: Shop, order: Order) {
  const locationName = (id: number) => shop.locations.get(id)?.name ?? String(id);
  const lines = (some: readonly { lineId: number; quantity: number }[]) =>
    some.map(({ lineId, quantity }) => ({ id: gid("LineItem", lineId), quantity }));
  return {
    id: gid("Order", order.id),
    name: orderName(order),
    location: locationName(order.locationId),
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt,
    fulfillmentStatus: fulfillmentStatus(order.lines),
    returnStatus: returnStatus(shop, order),
    email: order.email,
    phone: order.phone,
    customer: order.customer,
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    lines: order.lines.map((line) => ({
      id: gid("LineItem", line.id),
      variantId: gidOrNull("ProductVariant", line.variantId),
      inventoryItemId: gidOrNull("InventoryItem", line.itemId),
      title: line.title,
      variantTitle: line.variantTitle,
      sku: line.sku,
      quantity: line.quantity,
      fulfilled: line.fulfilled,
      returned: line.returned,
      /** What was sent, did not come back, and is in no return. */
      withShopper: withShopper(shop, order, line),
    })),
    fulfillments: order.fulfillments.map(({ id, status, locationId, createdAt, updatedAt, lines: sent }) => ({
      id: gid("Fulfillment", id),
      status,
      location: locationName(locationId),
      createdAt,
      updatedAt,
      lines: lines(sent).map((line, index) => ({
        ...line,
        fulfillmentLineId: gid("FulfillmentLineItem", sent[index]!.id),
      })),
    })),
    takenBack: order.takenBack.map(({ id, at, restock, lines: back }) => ({
      id: gid("Refund", id),
      ...{ at, restock },
      lines: lines(back),
    })),
    returns: returnsOf(shop, order).map(({ id, name, status }) => ({ id: gid("Return", id), name, status })),
  };
}

export const mailView = (shop: Shop, { orderId, returnId, reverseDeliveryId, ...mail }: Mail) => ({
  ...mail,
  orderId: gid("Order", orderId),
  orderName: orderName(shop.orders.get(orderId)!),
  returnId: gid("Return", returnId),
  returnName: shop.returns.get(returnId)?.name ?? "",
  ...(reverseDeliveryId !== undefined && { reverseDeliveryId: gid("ReverseDelivery", reverseDeliveryId) }),
});
