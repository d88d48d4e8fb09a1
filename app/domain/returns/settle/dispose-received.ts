import { isDeepStrictEqual } from "node:util";
import type { Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { readReturn, type ShopReturn } from "../../../shopify/returns.ts";
import { loadConnection, type Joined } from "../../connection/load-connection.ts";
import type { Sku } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { allocateReceipts } from "./allocate-receipts.ts";
import { decideDispositions } from "./decide-dispositions.ts";
import { loadLines } from "../load-lines.ts";
import { countsMissing } from "./mark-missing.ts";
import { noteReceived } from "./note-received.ts";
import { readReadings } from "./return-receipts.ts";
import type { Need } from "../return-needs.ts";
import { loadReturnSettings } from "../return-settings.ts";
import { sendDisposal } from "./send-disposal.ts";
import { settleUnanswered } from "./unanswered-disposals.ts";

export interface DisposeRequest {
  returnId: string;
  /** As it was read just now; read here when it is not given. */
  inbound?: Inbound;
  /** The hint that made us look at an SKU; `null` when none did. */
  hintOf(sku: Sku): bigint | null;
  /** Ends the fetch of the return early. */
  signal?: AbortSignal;
}

/**
 * Disposes of what a return's receipts say has come in and nobody has disposed of. Runs in the shop's lane of stock, before the
 * stock of these SKUs is mirrored, by a job that mirrors them afterwards and is run again until it came to its end: so
 * the mirroring is queued before anything is disposed of. Running it again with nothing changed reads the same and
 * writes nothing; a call that was cut off or not answered is not repeated before reading shows that it never arrived.
 * @returns the SKUs whose stock is to be mirrored next.
 * @throws FulfilmentError, ShopifyError. What was done until then is done; run again for the rest.
 */
export async function disposeReceived(ctx: ShopContext, request: DisposeRequest): Promise<Sku[]> {
  const { shop } = ctx;
  const { returnId } = request;
  const [connection, row] = await Promise.all([
    loadConnection(ctx),
    ctx.db.return.findUnique({ where: { shop_returnId: { shop, returnId } } }),
  ]);
  // Shops may share a warehouse account: another's return is none of ours.
  if (!connection || !row) return [];
  const [shown, inbound] = await Promise.all([
    readReturn(ctx.admin, { id: returnId, withShopper: false, signal: request.signal }),
    request.inbound ?? ctx.warehouse(connection.accessToken).inbounds.get(row.inboundRef),
  ]);
  if (!shown) return [];
  if (inbound) await noteReceived(ctx, { returnId, received: row.received, inbound });
  const { arrived, waitMs } = await settleUnanswered(ctx, shown);
  if (waitMs !== null) {
    await queueJob(ctx.db, { name: "dispose-return", shop, returnId, inMs: waitMs });
    return [];
  }
  const done = await dispose(ctx, { ...request, connection, row, shown, inbound });
  const { undisposed, sent, skus, missingDone } = done;
  const isOther = !isDeepStrictEqual(undisposed, row.undisposed ?? []);
  if (isOther || missingDone)
    await ctx.db.return.updateMany({
      where: { shop, returnId },
      data: { undisposed, ...(missingDone && { missingAsked: false }) },
    });
  // What it says of the return is another lane's to work out.
  if (isOther || sent || arrived) await queueJob(ctx.db, { name: "follow-return", shop, returnId });
  return skus;
}

interface Disposed {
  /** What kept the rest from being disposed of. */
  undisposed: Need[];
  sent: boolean;
  skus: Sku[];
  /** What the merchant said about what is short needs nothing more. */
  missingDone: boolean;
}

async function dispose(
  ctx: ShopContext,
  about: {
    connection: Joined;
    row: Return;
    shown: ShopReturn;
    inbound: Inbound | null;
  } & Pick<DisposeRequest, "hintOf" | "signal">,
): Promise<Disposed> {
  const { connection, row, shown, inbound, hintOf, signal } = about;
  const { locationId } = connection;
  const [policy, loaded] = await Promise.all([
    loadReturnSettings(ctx),
    loadLines(ctx, { shown, known: row, locationId, signal }),
  ]);
  const stored = readReadings(row.received);
  const { lines } = allocateReceipts({ lines: loaded, inbound, stored, status: shown.status, policy });
  const skus = lines.flatMap(({ components }) => components.map(({ sku }) => sku as Sku));
  const result: Disposed = { undisposed: [], sent: false, skus, missingDone: row.missingAsked };
  if (shown.status !== "OPEN") return result;
  const disposals = decideDispositions({
    ...{ lines, reverseOrders: shown.reverseOrders, policy },
    countMissing: countsMissing(row, inbound),
  });
  for (const disposal of disposals) {
    const { sent, needs, isWhole } = await sendDisposal(ctx, {
      ...{ connection, shown, lines, disposal, hintOf },
    });
    result.sent ||= sent;
    result.undisposed.push(...needs);
    const isMissing = disposal.dispositions.some(({ type }) => type === "MISSING");
    if (isMissing && !isWhole) result.missingDone = false;
  }
  return result;
}
