import type { Return } from "@prisma/client";
import type { OrderReturnAnswer, OrderReturnsAnswer } from "../../extension-answers.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { ShopContext } from "../shop-context.ts";
import { showLabel } from "./label/show-label.ts";
import { readLabelUrls } from "./label/read-label-urls.ts";
import { readLines, receivedOf } from "./return-lines.ts";
import { readNeeds } from "./return-needs.ts";
import { numberOf } from "./return-ref.ts";

/** More than a few are seldom made of one order. */
const SHOWN_RETURNS = 20;

/**
 * What becomes of an order's returns at the warehouse, for the block on the order's page: as last read of both systems, and where
 * their labels are. Nothing about the customer. Of more returns than are shown it says how many there are.
 */
export async function showOrderReturns(
  ctx: ShopContext,
  { orderId }: { orderId: string },
): Promise<OrderReturnsAnswer> {
  const { shop } = ctx;
  const where = { shop, orderId };
  const [connection, rows, count] = await Promise.all([
    loadConnection(ctx),
    ctx.db.return.findMany({
      where,
      omit: { sender: true },
      orderBy: [{ createdAt: "desc" }, { returnId: "desc" }],
      take: SHOWN_RETURNS,
    }),
    ctx.db.return.count({ where }),
  ]);
  if (!connection) return { connected: false, returns: [] };
  const labels = await readLabelUrls(ctx, {
    returnIds: rows.filter(hasLabel).map(({ returnId }) => returnId),
  });
  const returns = rows.map((row): OrderReturnAnswer => {
    const { returnId, name, stage, pieces, inboundRef, inboundStatus } = row;
    const { state: label } = showLabel(row);
    const lines = readLines(row.lines);
    // One that was made for another inbound or sender is not to be given to anybody.
    const found = hasLabel({ label }) ? labels.get(returnId) : undefined;
    return {
      ...{ name, stage, label, returned: pieces },
      page: `app/returns/${numberOf(returnId)}`,
      received: lines.reduce((sum, line) => sum + receivedOf(line), 0),
      inbound: inboundStatus === null ? null : { ref: inboundRef, status: inboundStatus },
      labelUrl: found?.urls[0] ?? null,
      labelUrls: found?.urls ?? [],
      hasMoreLabels: found?.hasMore ?? false,
      needs: [...new Set(readNeeds(row.needs).map(({ kind }) => kind))],
    };
  });
  const more = count - rows.length;
  const [newest] = rows;
  return {
    ...{ connected: true, returns },
    ...(newest && more > 0 && { more: { returns: more, page: listOf(newest) } }),
  };
}

/** The list of returns with those of one order. */
const listOf = ({ orderName }: Pick<Return, "orderName">) =>
  `app/returns?${new URLSearchParams({ search: orderName }).toString()}`;

const hasLabel = ({ label }: Pick<Return, "label">) => label === "ready" || label === "theirs";
