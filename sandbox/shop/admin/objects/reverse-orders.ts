import { gid } from "../../store/gid.ts";
import {
  findDelivery,
  findFulfillmentLine,
  findReverseLine,
  findReverseOrder,
  orderOfReturn,
} from "../../store/parts.ts";
import type { Disposition, ReverseDelivery, ReverseLine, ReverseOrder } from "../../store/return-types.ts";
import { byId, connection, PAGE_ARGS, type PageArgs } from "../connection.ts";
import { idOf, plain, same, withArgs, type AdminContext, type Simulated } from "../field.ts";

type DeliveryLine = ReverseDelivery["lines"][number];

/** The work that a return makes: reverse fulfilment orders, their deliveries, and where the goods ended up. */

const page = <Row extends { id: number }>(rows: readonly Row[], args: PageArgs) =>
  connection(rows, { ...args, order: byId<Row>() });

function findDisposition({ shop }: AdminContext, id: number): Disposition | undefined {
  const lines = shop.owners.returns.get(id)?.reverseOrders.flatMap((one) => one.lines) ?? [];
  return lines.flatMap(({ dispositions }) => dispositions).find((one) => one.id === id);
}

export const reverseOrders: Simulated = {
  query: {
    reverseFulfillmentOrder: withArgs<unknown, { id: string }>(
      ["id"],
      (_source, { id }, { shop }) =>
        findReverseOrder(shop, idOf("ReverseFulfillmentOrder", id))?.reverseOrder,
    ),
    reverseDelivery: withArgs<unknown, { id: string }>(["id"], (_source, { id }, { shop }) => {
      const number = idOf("ReverseDelivery", id);
      const delivery = findDelivery(shop, number)?.delivery;
      return delivery?.id === number ? delivery : null;
    }),
  },
  nodes: {
    ReverseFulfillmentOrder: ({ shop }, { id }) => findReverseOrder(shop, id)?.reverseOrder,
    ReverseFulfillmentOrderLineItem: ({ shop }, { id }) => findReverseLine(shop, id)?.line,
    ReverseFulfillmentOrderDisposition: (ctx, { id }) => findDisposition(ctx, id),
    ReverseDelivery: ({ shop }, { id }) => {
      const delivery = findDelivery(shop, id)?.delivery;
      return delivery?.id === id ? delivery : undefined;
    },
    ReverseDeliveryLineItem: ({ shop }, { id }) =>
      findDelivery(shop, id)?.delivery.lines.find((one) => one.id === id),
  },
  types: {
    ReverseFulfillmentOrder: {
      ...same<ReverseOrder>("status"),
      id: plain((one: ReverseOrder) => gid("ReverseFulfillmentOrder", one.id)),
      order: plain(({ id }: ReverseOrder, { shop }) => orderOfReturn(shop, findReverseOrder(shop, id)!.of)),
      lineItems: withArgs<ReverseOrder, PageArgs>(PAGE_ARGS, ({ lines }, args) => page(lines, args)),
      reverseDeliveries: withArgs<ReverseOrder, PageArgs>(PAGE_ARGS, ({ deliveries }, args) =>
        page(deliveries, args),
      ),
      // No third party's fulfilment service is involved.
      thirdPartyConfirmation: plain(() => null),
    },
    ReverseFulfillmentOrderLineItem: {
      ...same<ReverseLine>("dispositions"),
      id: plain((line: ReverseLine) => gid("ReverseFulfillmentOrderLineItem", line.id)),
      totalQuantity: plain(({ quantity }: ReverseLine) => quantity),
      fulfillmentLineItem: plain(
        (line: ReverseLine, { shop }) => findFulfillmentLine(shop, line.fulfillmentLineId)?.line,
      ),
    },
    ReverseFulfillmentOrderDisposition: {
      ...same<Disposition>("type", "quantity", "createdAt"),
      id: plain((one: Disposition) => gid("ReverseFulfillmentOrderDisposition", one.id)),
      location: plain(({ locationId }: Disposition, { shop }) => shop.locations.get(locationId ?? 0)),
    },
    ReverseDelivery: {
      id: plain((one: ReverseDelivery) => gid("ReverseDelivery", one.id)),
      reverseFulfillmentOrder: plain(
        ({ id }: ReverseDelivery, { shop }) => findDelivery(shop, id)?.reverseOrder,
      ),
      reverseDeliveryLineItems: withArgs<ReverseDelivery, PageArgs>(PAGE_ARGS, ({ lines }, args) =>
        page(lines, args),
      ),
      deliverable: plain(({ label, tracking }: ReverseDelivery) => ({
        __typename: "ReverseDeliveryShippingDeliverable",
        label,
        // Which carrier it is Shopify tells from the number; the sandbox knows none.
        tracking: tracking && { ...tracking, carrierName: null },
      })),
    },
    ReverseDeliveryLineItem: {
      ...same<DeliveryLine>("quantity"),
      id: plain((line: DeliveryLine) => gid("ReverseDeliveryLineItem", line.id)),
      reverseFulfillmentOrderLineItem: plain(
        (line: DeliveryLine, { shop }) => findReverseLine(shop, line.reverseLineId)?.line,
      ),
    },
  },
};
