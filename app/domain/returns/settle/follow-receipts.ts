import type { Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import type { ShopReturn } from "../../../shopify/returns.ts";
import type { ShopContext } from "../../shop-context.ts";
import { decideDispositions } from "./decide-dispositions.ts";
import { countsMissing } from "./mark-missing.ts";
import { noteReceived } from "./note-received.ts";
import type { ReturnLine } from "../return-lines.ts";
import { readNeeds, type Need } from "../return-needs.ts";
import type { ReturnSettings } from "../return-settings.ts";

/**
 * Notes what has come in of a return, and has it disposed of where it is not yet: that moves stock, so it is done in the
 * lane of stock.
 * @returns what kept received pieces from being disposed of the last time, while there still are some.
 */
export async function followReceipts(
  ctx: ShopContext,
  about: {
    row: Return;
    shown: ShopReturn;
    lines: readonly ReturnLine[];
    inbound: Inbound | null;
    settings: ReturnSettings;
  },
): Promise<Need[]> {
  const { row, shown, lines, inbound, settings } = about;
  const { shop } = ctx;
  const { returnId } = row;
  if (inbound) await noteReceived(ctx, { returnId, received: row.received, inbound });
  if (shown.status !== "OPEN") return [];
  const due = decideDispositions({
    ...{ lines, reverseOrders: shown.reverseOrders, policy: settings },
    countMissing: countsMissing(row, inbound),
  });
  if (due.length === 0) return [];
  await queueJob(ctx.db, { name: "dispose-return", shop, returnId });
  return readNeeds(row.undisposed ?? []);
}
