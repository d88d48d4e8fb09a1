import { gid } from "../store/gid.ts";
import { findFulfillmentLine, orderOfReturn } from "../store/parts.ts";
import { orderName } from "../store/order-types.ts";
import { returnLineType } from "../store/return-payloads.ts";
import { reasonById } from "../store/return-reasons.ts";
import type { Return, ReverseDelivery, ReverseLine } from "../store/return-types.ts";
import type { Shop } from "../store/shop.ts";

/** A return with its lines and the work it makes, as the control API shows it. */
export function returnView(shop: Shop, of: Return) {
  const order = orderOfReturn(shop, of);
  return {
    id: gid("Return", of.id),
    name: of.name,
    status: of.status,
    orderId: gid("Order", order.id),
    orderName: orderName(order),
    createdAt: of.createdAt,
    requestApprovedAt: of.requestApprovedAt,
    closedAt: of.closedAt,
    decline: of.decline,
    lines: of.lines.map((line) => ({
      id: gid(returnLineType(line), line.id),
      /** Its work, once there is any. */
      reverseLineId: workOf(of, line),
      ...goods(shop, line.fulfillmentLineId),
      quantity: line.quantity,
      processed: line.processed,
      reason: reasonById(line.reason)?.handle ?? null,
      reasonNote: line.reasonNote,
      customerNote: line.customerNote,
    })),
    exchange: of.exchangeLines.map(({ id, variantId, quantity, processed }) => ({
      id: gid("ExchangeLineItem", id),
      variantId: gid("ProductVariant", variantId),
      sku: shop.variants.get(variantId)?.sku ?? null,
      ...{ quantity, processed },
    })),
    reverseFulfillmentOrders: of.reverseOrders.map(({ id, status, lines, deliveries }) => ({
      id: gid("ReverseFulfillmentOrder", id),
      status,
      lines: lines.map((line) => reverseLineView(shop, line)),
      deliveries: deliveries.map(deliveryView),
    })),
  };
}

function workOf({ reverseOrders }: Return, { id }: { id: number }): string | null {
  const work = reverseOrders.flatMap(({ lines }) => lines).find(({ returnLineId }) => returnLineId === id);
  return work ? gid("ReverseFulfillmentOrderLineItem", work.id) : null;
}

/** What was sold; all null on an unverified line. */
function goods(shop: Shop, fulfillmentLineId: number | null) {
  const sold = findFulfillmentLine(shop, fulfillmentLineId)?.orderLine;
  return {
    fulfillmentLineId: fulfillmentLineId === null ? null : gid("FulfillmentLineItem", fulfillmentLineId),
    lineId: sold ? gid("LineItem", sold.id) : null,
    sku: sold?.sku ?? null,
    title: sold?.title ?? null,
  };
}

const reverseLineView = (shop: Shop, line: ReverseLine) => ({
  id: gid("ReverseFulfillmentOrderLineItem", line.id),
  ...goods(shop, line.fulfillmentLineId),
  quantity: line.quantity,
  dispositions: line.dispositions.map(({ id, type, quantity, locationId, createdAt }) => ({
    id: gid("ReverseFulfillmentOrderDisposition", id),
    ...{ type, quantity, createdAt },
    location: locationId === null ? null : (shop.locations.get(locationId)?.name ?? String(locationId)),
  })),
});

const deliveryView = ({ id, lines, label, tracking }: ReverseDelivery) => ({
  id: gid("ReverseDelivery", id),
  lines: lines.map((line) => ({
    id: gid("ReverseFulfillmentOrderLineItem", line.reverseLineId),
    quantity: line.quantity,
  })),
  label,
  tracking,
});
