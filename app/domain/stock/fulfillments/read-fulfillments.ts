import {
  FulfillmentsOfChangedOrdersDocument,
  FulfillmentsOfOrdersDocument,
  MoreFulfilledLinesDocument,
  type FulfillmentsOfOrderFragment,
} from "../../../shopify/generated/operations.ts";
import { nextCursor } from "../../../shopify/next-cursor.ts";
import { allPages } from "../../../shopify/returns.ts";
import { callInHalves } from "../../call-in-halves.ts";
import type { Joined } from "../../connection/load-connection.ts";
import type { OrderId, VariantId } from "../../ids.ts";
import { failureOf } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { graceMsOf } from "../settings/decide-rules.ts";
import type { StockSettings } from "../settings/stock-settings.ts";
import { storeFulfillments, type Fulfillment } from "./fulfilled-units.ts";

const ORDERS_A_QUERY = 25;
/** For clocks that differ, and for Shopify's list of orders, which follows a change a little later. In milliseconds. */
const OVERLAP_MS = 5 * 60_000;

/** Of which orders to read the fulfillments; `changed`: of those that changed since that was done last. */
export type FulfilledOrders = readonly OrderId[] | "changed";

/**
 * Counts the units that fulfillments at the location have taken. Call before the store's quantities are read. The first time,
 * counting begins and nothing is read. Reading the same again counts nothing more.
 *
 * What cannot be read does no harm: an order older than 60 days, one that Shopify fails to show, orders the app may not read,
 * fulfillments beyond an order's first 100. The store's quantities then say alone how many units left (`observe-store.ts`). In
 * `available` mode nothing is read: what was ordered decides there.
 * @throws ShopifyError when Shopify as a whole fails
 */
export async function readFulfillments(
  ctx: ShopContext,
  about: { connection: Joined; settings: StockSettings; orders: FulfilledOrders },
): Promise<void> {
  const { connection, settings, orders } = about;
  if (settings.mode !== "on_hand") return;
  const { fulfillmentsSince: since, fulfillmentsReadAt: last } = connection;
  if (!since || !last) {
    if (orders === "changed") await beginCounting(ctx, connection);
    return;
  }
  // One that is older has left the store's quantities so long ago that they are not compared with it any more. As long as the
  // warehouse ships nothing they are, however long ago (`decide-together.ts`).
  const expired = Math.min(
    ctx.clock().getTime() - graceMsOf(settings),
    connection.dispatchSeenAt?.getTime() ?? 0,
  );
  const countFrom = new Date(Math.max(since.getTime(), expired));
  if (orders === "changed") await readChangedOrders(ctx, { connection, countFrom, last });
  else await readOrders(ctx, { connection, countFrom, orders });
}

async function beginCounting(ctx: ShopContext, { stockEpoch }: Joined): Promise<void> {
  await ctx.pool.query(
    `UPDATE "Connection" SET "fulfillmentsSince" = $2, "fulfillmentsReadAt" = $2
     WHERE "shop" = $1 AND "stockEpoch" = $3 AND "fulfillmentsSince" IS NULL`,
    [ctx.shop, ctx.clock(), stockEpoch],
  );
}

interface Counting {
  connection: Joined;
  countFrom: Date;
}

async function readChangedOrders(
  ctx: ShopContext,
  { last, ...counting }: Counting & { last: Date },
): Promise<void> {
  const { countFrom, connection } = counting;
  const readAt = ctx.clock();
  const changedFrom = new Date(Math.max(last.getTime(), countFrom.getTime()) - OVERLAP_MS);
  const query = `updated_at:>='${changedFrom.toISOString()}'`;
  const failure = await failureOf(ctx, async () => {
    let after: string | null = null;
    do {
      const { orders }: PageOfOrders = await ctx.admin.request(FulfillmentsOfChangedOrdersDocument, {
        query,
        after,
      });
      await store(ctx, { ...counting, orders: orders.nodes });
      after = nextCursor(orders.pageInfo, after);
    } while (after);
  });
  if (failure) return ctx.log.warn({ failure }, "the fulfillments of changed orders could not be read");
  await ctx.pool.query(
    `UPDATE "Connection" SET "fulfillmentsReadAt" = $2 WHERE "shop" = $1 AND "stockEpoch" = $3`,
    [ctx.shop, readAt, connection.stockEpoch],
  );
}

interface PageOfOrders {
  orders: {
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
    nodes: FulfillmentsOfOrderFragment[];
  };
}

async function readOrders(
  ctx: ShopContext,
  { orders, ...counting }: Counting & { orders: readonly OrderId[] },
): Promise<void> {
  for (let start = 0; start < orders.length; start += ORDERS_A_QUERY) {
    const some = orders.slice(start, start + ORDERS_A_QUERY);
    const { failed, left } = await callInHalves(ctx, some, async (ids, options) => {
      const { nodes } = await ctx.admin.request(FulfillmentsOfOrdersDocument, { ids: [...ids] }, options);
      const found = nodes.flatMap((node) => (node?.__typename === "Order" ? node : []));
      await store(ctx, { ...counting, orders: found });
    });
    const [failure] = failed.values();
    // The next list of changed orders has them.
    if (failure)
      ctx.log.warn(
        { failure, orders: failed.size + left.length },
        "the fulfillments of orders could not be read",
      );
  }
}

async function store(
  ctx: ShopContext,
  { connection, countFrom, orders }: Counting & { orders: readonly FulfillmentsOfOrderFragment[] },
): Promise<void> {
  const { locationId, stockEpoch: epoch } = connection;
  const here = orders
    .flatMap(({ fulfillments }) => fulfillments)
    .filter(({ location }) => location?.id === locationId);
  const fulfillments = await Promise.all(here.map((one) => fulfillmentFrom(ctx, one)));
  await storeFulfillments(ctx, { fulfillments, epoch, countFrom });
}

async function fulfillmentFrom(
  ctx: ShopContext,
  { id, status, createdAt, fulfillmentLineItems }: FulfillmentsOfOrderFragment["fulfillments"][number],
): Promise<Fulfillment> {
  const lines = await allPages(fulfillmentLineItems, async (after) => {
    const { fulfillment } = await ctx.admin.request(MoreFulfilledLinesDocument, { id, after });
    return fulfillment?.fulfillmentLineItems;
  });
  const units = new Map<VariantId, number>();
  for (const { quantity, lineItem } of lines) {
    const variantId = lineItem.variant?.id as VariantId | undefined;
    const taken = status === "SUCCESS" ? (quantity ?? 0) : 0;
    if (variantId) units.set(variantId, (units.get(variantId) ?? 0) + taken);
  }
  return { fulfillmentId: id, createdAt: new Date(createdAt), units };
}
