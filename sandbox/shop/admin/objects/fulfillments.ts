import { gid } from "../../store/gid.ts";
import { orderName, type Fulfillment, type FulfillmentLine, type Order } from "../../store/order-types.ts";
import { findFulfillmentLine } from "../../store/parts.ts";
import { byId, connection, PAGE_ARGS, type PageArgs } from "../connection.ts";
import { idOf, plain, same, withArgs, type AdminContext, type Simulated } from "../field.ts";
import { search, type Searchable } from "../search.ts";
import { visibleOrderWith } from "../visible-orders.ts";

interface FulfillmentsArgs {
  first?: number | null;
  query?: string | null;
}

const searchable = (rows: readonly Fulfillment[]): Searchable<Fulfillment> => ({
  rows,
  id: ({ id }) => id,
  fields: {
    created_at: { kind: "time", of: ({ createdAt }) => createdAt },
    updated_at: { kind: "time", of: ({ updatedAt }) => updatedAt },
  },
  words: () => [],
  where: "Order.fulfillments(query:)",
});

const findFulfillment = (ctx: AdminContext, id: number): Fulfillment | undefined =>
  visibleOrderWith(ctx, id)?.fulfillments.find((one) => one.id === id);

const orderOf = ({ shop }: AdminContext, { id }: Fulfillment): Order => shop.owners.orders.get(id)!;

export const fulfillments: Simulated = {
  query: {
    fulfillment: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) =>
      findFulfillment(ctx, idOf("Fulfillment", id)),
    ),
  },
  nodes: {
    Fulfillment: (ctx, { id }) => findFulfillment(ctx, id),
    FulfillmentLineItem: (ctx, { id }) =>
      visibleOrderWith(ctx, id) && findFulfillmentLine(ctx.shop, id)?.line,
  },
  types: {
    Order: {
      // A plain list, oldest first, with those that were cancelled.
      fulfillments: withArgs<Order, FulfillmentsArgs>(["first", "query"], (order, { first, query }) =>
        search(query, searchable(order.fulfillments)).slice(0, first ?? undefined),
      ),
    },
    Fulfillment: {
      ...same<Fulfillment>("status", "createdAt", "updatedAt"),
      id: plain((one: Fulfillment) => gid("Fulfillment", one.id)),
      legacyResourceId: plain((one: Fulfillment) => String(one.id)),
      name: plain((one: Fulfillment, ctx) => {
        const order = orderOf(ctx, one);
        return `${orderName(order)}-F${order.fulfillments.findIndex(({ id }) => id === one.id) + 1}`;
      }),
      totalQuantity: plain(({ lines }: Fulfillment) =>
        lines.reduce((sum, { quantity }) => sum + quantity, 0),
      ),
      order: plain((one: Fulfillment, ctx) => orderOf(ctx, one)),
      location: plain(({ locationId }: Fulfillment, { shop }) => shop.locations.get(locationId)),
      fulfillmentLineItems: withArgs<Fulfillment, PageArgs>(PAGE_ARGS, ({ lines }, args) =>
        connection(lines, { ...args, order: byId<FulfillmentLine>() }),
      ),
    },
    FulfillmentLineItem: {
      ...same<FulfillmentLine>("quantity"),
      id: plain((line: FulfillmentLine) => gid("FulfillmentLineItem", line.id)),
      lineItem: plain((line: FulfillmentLine, { shop }) => findFulfillmentLine(shop, line.id)?.orderLine),
    },
  },
};
