import type { Return } from "@prisma/client";
import { dropKeptSender } from "./announce/change-sender.ts";
import type { Inbound } from "../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import type { ReturnStatus } from "../../shopify/returns.ts";
import type { ShopContext } from "../shop-context.ts";
import { isOver } from "./check/next-check.ts";
import { deleteInbound } from "./delete-inbound.ts";
import { labelAtRest } from "./label/attach-label.ts";
import { readLines } from "./return-lines.ts";
import type { Need } from "./return-needs.ts";
import type { ReturnSettings } from "./return-settings.ts";
import { saveReturn } from "./save-return.ts";
import { allocateReceipts } from "./settle/allocate-receipts.ts";
import { noteReceived } from "./settle/note-received.ts";
import { readReadings } from "./settle/return-receipts.ts";

/**
 * Follows a return that the store does not show any more, because its order was deleted or is older than the app may see: its
 * inbound goes on being read, and the merchant is needed until they are done with it. Then an inbound that nobody has begun
 * with is deleted, and the return counts as closed.
 */
export async function followUnshown(
  ctx: ShopContext,
  {
    warehouse,
    settings,
    row,
    inbound,
  }: { warehouse: WarehouseClient; settings: ReturnSettings; row: Return; inbound: Inbound | null },
): Promise<void> {
  const { returnId, name, pieces, letGo } = row;
  await dropKeptSender(ctx, { row, inbound });
  if (inbound) await noteReceived(ctx, { returnId, received: row.received, inbound });
  const isDone = isOver(row.status);
  const status = (letGo && !isDone ? "CLOSED" : row.status) as ReturnStatus;
  const { lines, needs: received } = allocateReceipts({
    ...{ lines: readLines(row.lines), inbound, status, policy: settings },
    stored: readReadings(row.received),
  });
  const done =
    letGo && inbound?.status === "new"
      ? await deleteInbound(ctx, { warehouse, row })
      : { inbound, needs: [] };
  const isGone = !inbound && row.inboundStatus !== null && row.inboundStatus !== "cancelled";
  const gone: Need[] = isGone ? [{ kind: row.isElsewhere ? "other-account" : "inbound-gone" }] : [];
  const unshown: Need[] = isOver(status) ? [] : [{ kind: "not-shown" }, ...gone];
  await saveReturn(ctx, {
    ...{
      row,
      lines,
      settings,
      inbound: done.inbound,
      hasVanished: isGone && !isOver(status),
      isEarlier: row.stage === "earlier",
    },
    shown: { name, status, pieces, reverseOrders: row.reverseOrderIds.map((id) => ({ id })) },
    label: labelAtRest({ row, status, lines, inbound: done.inbound, held: row.heldLabel }),
    heldLabel: row.heldLabel,
    needs: [...unshown, ...done.needs, ...received],
  });
}
