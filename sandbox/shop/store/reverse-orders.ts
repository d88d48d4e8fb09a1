import { findFulfillmentLine, indexReturn } from "./parts.ts";
import type { Return, ReverseOrder } from "./return-types.ts";
import { nextId, type Shop } from "./shop.ts";

/**
 * Makes the work of an open return what its lines say: one reverse fulfilment order for each parcel that carried goods
 * out, one line in it for each line of the return. What is left of it keeps its ids; what is empty is cancelled.
 */
export function followLines(shop: Shop, of: Return): void {
  for (const line of of.lines) {
    const known = of.reverseOrders.flatMap(({ lines }) => lines).find((one) => one.returnLineId === line.id);
    if (known) {
      known.quantity = line.quantity;
      continue;
    }
    const fulfillmentId = findFulfillmentLine(shop, line.fulfillmentLineId)?.fulfillment.id ?? null;
    reverseOrderFor(shop, of, fulfillmentId).lines.push({
      id: nextId(shop),
      returnLineId: line.id,
      fulfillmentLineId: line.fulfillmentLineId,
      quantity: line.quantity,
      dispositions: [],
    });
  }
  for (const reverseOrder of of.reverseOrders) dropWhatIsGone(of, reverseOrder);
  indexReturn(shop.owners, of);
}

function reverseOrderFor(shop: Shop, of: Return, fulfillmentId: number | null): ReverseOrder {
  const known = of.reverseOrders.find((one) => one.fulfillmentId === fulfillmentId && one.status === "OPEN");
  if (known) return known;
  const made: ReverseOrder = { id: nextId(shop), fulfillmentId, status: "OPEN", lines: [], deliveries: [] };
  of.reverseOrders.push(made);
  return made;
}

function dropWhatIsGone(of: Return, reverseOrder: ReverseOrder): void {
  const left = new Set(of.lines.map(({ id }) => id));
  reverseOrder.lines = reverseOrder.lines.filter(({ returnLineId }) => left.has(returnLineId));
  const ids = new Set(reverseOrder.lines.map(({ id }) => id));
  for (const delivery of reverseOrder.deliveries)
    delivery.lines = delivery.lines.filter(({ reverseLineId }) => ids.has(reverseLineId));
  if (!reverseOrder.lines.length) reverseOrder.status = "CANCELED";
}
