import type { Return } from "@prisma/client";
import type { OrderReturnAnswer, OrderReturnsAnswer } from "../../extension-answers.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { ShopContext } from "../shop-context.ts";
import { showLabel } from "./label/show-label.ts";
import { readLabelUrls } from "./label/read-label-urls.ts";
import { readLines, receivedOf } from "./return-lines.ts";
import { readNeeds } from "./return-needs.ts";
import { numberOf } from "./return-ref.ts";

/** More than a few are not made of one order. */
const MOST = 20;

/**
 * What becomes of an order's returns at the warehouse, for the block on the order's page: as last read of both worlds, and
 * where each label lies. Nothing about the shopper.
 */
export async function showOrderReturns(
  ctx: ShopContext,
  { orderId }: { orderId: string },
): Promise<OrderReturnsAnswer> {
  const { shop } = ctx;
  const [connection, rows] = await Promise.all([
    loadConnection(ctx),
    ctx.db.return.findMany({
      where: { shop, orderId },
      omit: { sender: true },
      orderBy: [{ createdAt: "desc" }, { returnId: "desc" }],
      take: MOST,
    }),
  ]);
  if (!connection) return { connected: false, returns: [] };
  const urls = rows.some(hasLabel) ? await readLabelUrls(ctx, { orderId }) : new Map<string, string>();
  const returns = rows.map((row): OrderReturnAnswer => {
    const { returnId, name, stage, pieces, inboundRef, inboundStatus } = row;
    const { state: label } = showLabel(row);
    const lines = readLines(row.lines);
    return {
      ...{ name, stage, label, returned: pieces },
      page: `app/returns/${numberOf(returnId)}`,
      received: lines.reduce((sum, line) => sum + receivedOf(line), 0),
      inbound: inboundStatus === null ? null : { ref: inboundRef, status: inboundStatus },
      // One that was made for another inbound or sender is not to be given to anybody.
      labelUrl: hasLabel({ label }) ? (urls.get(returnId) ?? null) : null,
      needs: [...new Set(readNeeds(row.needs).map(({ kind }) => kind))],
    };
  });
  return { connected: true, returns };
}

const hasLabel = ({ label }: Pick<Return, "label">) => label === "ready" || label === "theirs";
