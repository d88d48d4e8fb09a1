import {
  FulfillmentsOfChangedOrdersDocument,
  FulfillmentsOfOrdersDocument,
  MoreFulfilledLinesDocument,
  type FulfillmentsOfOrderFragment,
} from "../../../shopify/generated/operations.ts";
import { nextCursor } from "../../../shopify/next-cursor.ts";
import { allPages } from "../../../shopify/returns.ts";
import { callInHalves } from "../../call-in-halves.ts";
import { loadConnection, type Joined } from "../../connection/load-connection.ts";
import type { OrderId, VariantId } from "../../ids.ts";
import { failureOf, type RecordFailure } from "../../problems/record-failure.ts";
import type { ShopContext } from "../../shop-context.ts";
import { graceMsOf } from "../settings/decide-rules.ts";
import { loadStockSettings, type StockSettings } from "../settings/stock-settings.ts";
import { storeFulfillments, type Fulfillment } from "./fulfilled-units.ts";

const ORDERS_A_QUERY = 25;
/** For clocks that differ, and for Shopify's list of orders, which follows a change a little later. In milliseconds. */
const OVERLAP_MS = 5 * 60_000;

/** Of which orders to read the fulfillments. */
export interface FulfilledOrders {
  named: readonly OrderId[];
  /** Also of all that changed since those were read last. Shopify's list of them follows a change a little later. */
  changed: boolean;
}

/** All orders that have changed, and none by name. */
export const ALL_CHANGED: FulfilledOrders = { named: [], changed: true };

/**
 * Counts the units that fulfillments at the location have taken. Call before the store's quantities are read. Reading the same again
 * counts nothing more. The first time, counting begins: what was fulfilled within the grace period is stored, and counted where an
 * SKU is observed that does not count it yet (`load-uncounted.ts`).
 *
 * What cannot be read does no harm: an order older than 60 days, one that Shopify fails to show, orders the app may not read,
 * fulfillments beyond an order's first 100. The store's quantities then say alone how many units left (`observe-store.ts`). In
 * `available` mode nothing is read: what was ordered decides there.
 * @returns why what changed until now is not known, where it was to be read and that may pass
 * @throws ShopifyError when Shopify as a whole fails
 */
export async function readFulfillments(
  ctx: ShopContext,
  about: { connection: Joined; settings: StockSettings; orders: FulfilledOrders },
): Promise<RecordFailure | null> {
  const { connection, settings, orders } = about;
  if (settings.mode !== "on_hand") return null;
  const { fulfillmentsSince: since, fulfillmentsReadAt: last } = connection;
  if (!since || !last) return beginCounting(ctx, { connection, settings });
  // One that is older has left the store's quantities so long ago that they are not compared with it any more.
  const from = mayWaitSince(connection, { now: ctx.clock(), graceMs: graceMsOf(settings) });
  const countFrom = laterOf(since, from);
  await readOrders(ctx, { connection, countFrom, orders: orders.named });
  if (!orders.changed) return null;
  const readAt = ctx.clock();
  const failure = await readChangedOrders(ctx, {
    ...{ connection, countFrom, changedFrom: laterOf(last, from) },
  });
  if (failure) return failure;
  await ctx.pool.query(
    `UPDATE "Connection" SET "fulfillmentsReadAt" = $2 WHERE "shop" = $1 AND "stockEpoch" = $3`,
    [ctx.shop, readAt, connection.stockEpoch],
  );
  return null;
}

const laterOf = (one: Date, other: Date) => (one > other ? one : other);

/**
 * Reads the fulfillments of all orders that have changed, by the connection as it is now.
 * @returns as `readFulfillments`
 */
export async function readChangedFulfillments(ctx: ShopContext): Promise<RecordFailure | null> {
  const [connection, settings] = await Promise.all([loadConnection(ctx), loadStockSettings(ctx)]);
  // Without one, what was read is not stored.
  return connection && readFulfillments(ctx, { connection, settings, orders: ALL_CHANGED });
}

/**
 * Since when units that were fulfilled may still be in the warehouse: for as long as the grace period, and while the warehouse ships
 * nothing for longer. One that was never seen to ship anything may have stopped when the store was connected.
 */
export function mayWaitSince(
  { dispatchSeenAt, connectedAt }: Pick<Joined, "dispatchSeenAt" | "connectedAt">,
  { now, graceMs }: { now: Date; graceMs: number },
): Date {
  const stoppedAt = dispatchSeenAt?.getTime() ?? connectedAt.getTime() - graceMs;
  return new Date(Math.min(now.getTime() - graceMs, stoppedAt));
}

/** What cannot be read now is read with the next list of changed orders. What happens from here on is counted. */
async function beginCounting(
  ctx: ShopContext,
  { connection, settings }: { connection: Joined; settings: StockSettings },
): Promise<RecordFailure | null> {
  const since = ctx.clock();
  const changedFrom = mayWaitSince(connection, { now: since, graceMs: graceMsOf(settings) });
  const failure = await readChangedOrders(ctx, { connection, countFrom: since, changedFrom });
  await ctx.pool.query(
    `UPDATE "Connection" SET "fulfillmentsSince" = $2, "fulfillmentsReadAt" = $3
     WHERE "shop" = $1 AND "stockEpoch" = $4 AND "fulfillmentsSince" IS NULL`,
    [ctx.shop, since, failure ? changedFrom : since, connection.stockEpoch],
  );
  return failure;
}

interface Counting {
  connection: Joined;
  countFrom: Date;
}

/** @returns why they could not be read, where that may pass: what the app may not read nobody waits for */
async function readChangedOrders(
  ctx: ShopContext,
  { changedFrom, ...counting }: Counting & { changedFrom: Date },
): Promise<RecordFailure | null> {
  const from = new Date(changedFrom.getTime() - OVERLAP_MS);
  const query = `updated_at:>='${from.toISOString()}'`;
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
  if (failure) ctx.log.warn({ failure }, "the fulfillments of changed orders could not be read");
  return failure?.permanent ? null : failure;
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
