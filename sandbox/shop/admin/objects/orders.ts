import { gid } from "../../store/gid.ts";
import { fulfillmentStatus, lineName } from "../../store/order-payloads.ts";
import { orderName, type Order, type OrderLine } from "../../store/order-types.ts";
import { returnsOf } from "../../store/parts.ts";
import { returnStatus } from "../../store/return-status.ts";
import type { Return } from "../../store/return-types.ts";
import { byId, connection, PAGE_ARGS, type Order as SortOrder, type PageArgs } from "../connection.ts";
import { idOf, plain, same, withArgs, type AdminContext, type Simulated } from "../field.ts";
import { list, LIST_ARGS, type ListArgs } from "../list.ts";
import { search, type Searchable } from "../search.ts";
import { isVisible, visibleOrder, visibleOrderWith } from "../visible-orders.ts";

const byTime = (value: (order: Order) => string): SortOrder<Order> => ({ value, id: ({ id }) => id });

const sortOrders: Record<string, SortOrder<Order>> = {
  PROCESSED_AT: byTime(({ createdAt }) => createdAt),
  CREATED_AT: byTime(({ createdAt }) => createdAt),
  UPDATED_AT: byTime(({ updatedAt }) => updatedAt),
  ORDER_NUMBER: { value: ({ number }) => number, id: ({ id }) => id },
};

const searchableOrders = (ctx: AdminContext): Searchable<Order> => ({
  rows: ctx.shop.orders.all().filter((order) => isVisible(ctx, order)),
  id: ({ id }) => id,
  fields: {
    id: { kind: "id", of: ({ id }) => id, find: (id) => [visibleOrder(ctx, id)].flatMap((one) => one ?? []) },
    // With and without the number sign.
    name: { kind: "texts", of: (order) => [orderName(order), String(order.number)] },
    return_status: { kind: "text", of: (order) => returnStatus(ctx.shop, order) },
    fulfillment_status: { kind: "texts", of: ({ lines }) => FILTERED_AS[fulfillmentStatus(lines) ?? "none"] },
    created_at: { kind: "time", of: ({ createdAt }) => createdAt },
    processed_at: { kind: "time", of: ({ createdAt }) => createdAt },
    updated_at: { kind: "time", of: ({ updatedAt }) => updatedAt },
  },
  words: (order) => [orderName(order), order.email],
  where: "orders(query:)",
});

const searchableReturns = (rows: readonly Return[]): Searchable<Return> => ({
  rows,
  id: ({ id }) => id,
  fields: {
    id: { kind: "id", of: ({ id }) => id },
    name: { kind: "text", of: ({ name }) => name },
    status: { kind: "text", of: ({ status }) => status },
  },
  words: ({ name }) => [name],
  where: "Order.returns(query:)",
});

export const orders: Simulated = {
  query: {
    order: withArgs<unknown, { id: string }>(["id"], (_source, { id }, ctx) =>
      visibleOrder(ctx, idOf("Order", id)),
    ),
    orders: withArgs<unknown, ListArgs>(LIST_ARGS, (_source, args, ctx) =>
      list(searchableOrders(ctx), { ...args, sortKey: args.sortKey ?? "PROCESSED_AT", orders: sortOrders }),
    ),
    ordersCount: withArgs<unknown, ListArgs>(["query"], (_source, { query }, ctx) => ({
      count: search(query, searchableOrders(ctx)).length,
      precision: "EXACT",
    })),
  },
  nodes: {
    Order: (ctx, { id }) => visibleOrder(ctx, id),
    LineItem: (ctx, { id }) => visibleOrderWith(ctx, id)?.lines.find((line) => line.id === id),
  },
  types: {
    Order: {
      ...same<Order>("email", "phone", "createdAt", "updatedAt", "cancelledAt", "number"),
      ...same<Order>("shippingAddress", "billingAddress", "customer"),
      id: plain((order: Order) => gid("Order", order.id)),
      legacyResourceId: plain((order: Order) => String(order.id)),
      name: plain(orderName),
      processedAt: plain((order: Order) => order.createdAt),
      displayFulfillmentStatus: plain(
        (order: Order) => FULFILLMENT_STATUSES[fulfillmentStatus(order.lines) ?? "none"],
      ),
      returnStatus: plain((order: Order, { shop }) => returnStatus(shop, order)),
      lineItems: withArgs<Order, PageArgs>(PAGE_ARGS, ({ lines }, args) =>
        connection(lines, { ...args, order: byId<OrderLine>() }),
      ),
      returns: withArgs<Order, ListArgs>([...PAGE_ARGS, "query"], (order, args, { shop }) =>
        list(searchableReturns(returnsOf(shop, order)), args),
      ),
    },
    LineItem: {
      ...same<OrderLine>("sku", "title", "variantTitle", "quantity"),
      id: plain((line: OrderLine) => gid("LineItem", line.id)),
      name: plain(lineName),
      currentQuantity: plain(({ quantity, returned }: OrderLine) => quantity - returned),
      unfulfilledQuantity: plain(({ quantity, fulfilled }: OrderLine) => quantity - fulfilled),
      // Null for what was typed in by hand, and for what was deleted after it was sold.
      variant: plain(({ variantId }: OrderLine, { shop }) => shop.variants.get(variantId ?? 0)),
      product: plain(({ productId }: OrderLine, { shop }) => shop.products.get(productId ?? 0)),
    },
  },
};

const FULFILLMENT_STATUSES = { fulfilled: "FULFILLED", partial: "PARTIALLY_FULFILLED", none: "UNFULFILLED" };

/** What `fulfillment_status:` finds an order by. `unfulfilled` is all that has something left to fulfil. */
const FILTERED_AS = {
  fulfilled: ["fulfilled", "shipped"],
  partial: ["partial", "unfulfilled"],
  none: ["unshipped", "unfulfilled"],
};
