import type { Return } from "@prisma/client";
import type { Inbound } from "../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import { queueJob } from "../../jobs/catalog.ts";
import { readReturn, type ShopReturn } from "../../shopify/returns.ts";
import { loadConnection, type Joined } from "../connection/load-connection.ts";
import { changeLines } from "../inbounds/change-lines.ts";
import { mayAppearIn, readOwnInbound } from "../inbounds/own-inbound.ts";
import type { ShopContext } from "../shop-context.ts";
import { allocateReceipts } from "./settle/allocate-receipts.ts";
import { announceReturn, type Announced } from "./announce/announce-return.ts";
import { approveRequest } from "./announce/approve-request.ts";
import { attachLabel } from "./label/attach-label.ts";
import { dropKeptSender } from "./announce/change-sender.ts";
import { updateInbound, type Updated } from "./announce/update-inbound.ts";
import { isOver } from "./check/next-check.ts";
import { decideReturn, isWithdrawn, type Step } from "./decide-return.ts";
import { followReceipts } from "./settle/follow-receipts.ts";
import { deleteInbound } from "./delete-inbound.ts";
import { followUnshown } from "./follow-unshown.ts";
import { followReturnHints } from "./follow-return-hints.ts";
import { loadLines } from "./load-lines.ts";
import { redactReturn } from "./redact-orders.ts";
import type { Need } from "./return-needs.ts";
import type { ReturnLine } from "./return-lines.ts";
import { nextRef } from "./return-ref.ts";
import { loadReturnSettings, type ReturnSettings } from "./return-settings.ts";
import { keepReturn, saveReturn } from "./save-return.ts";
import { broughtEarlier, readReadings } from "./settle/return-receipts.ts";
import { settleReturn } from "./settle/settle-return.ts";

/**
 * Reads a return in both worlds and does what is to be done about it: it is approved, if that is wanted, announced,
 * changed or withdrawn at the warehouse, and labelled. Running it again with nothing changed reads the same and writes nothing; a run
 * cut off anywhere is gone on with by the next.
 * @throws FulfilmentError, ShopifyError. What was done until then is done; run again for the rest.
 */
export async function followReturn(ctx: ShopContext, { returnId }: { returnId: string }): Promise<void> {
  const { shop } = ctx;
  const [connection, settings, known] = await Promise.all([
    loadConnection(ctx),
    loadReturnSettings(ctx),
    ctx.db.return.findUnique({ where: { shop_returnId: { shop, returnId } } }),
  ]);
  if (!connection) return;
  try {
    await followReturnHints(ctx, returnId, () => follow(ctx, { connection, settings, known, returnId }));
  } finally {
    // Either world may have said again what was to be forgotten.
    if (known?.redactedAt) await redactReturn(ctx.db, { shop, returnId });
  }
}

interface About {
  connection: Joined;
  settings: ReturnSettings;
  known: Return | null;
  returnId: string;
}

async function follow(ctx: ShopContext, { connection, settings, known, returnId }: About): Promise<void> {
  const warehouse = ctx.warehouse(connection.accessToken);
  // Of one that is announced again, the warehouse once had a sender, and has none now. While it is new, the sender may change.
  const withShopper = known?.inboundStatus == null || known.announceAnyway || known.inboundStatus === "new";
  const [first, inbound] = await Promise.all([
    readReturn(ctx.admin, { id: returnId, withShopper }),
    known && readOwnInbound(warehouse, { ref: known.inboundRef, announcingAt: known.announcingAt }),
  ]);
  if (!first) {
    if (known) await followUnshown(ctx, { warehouse, settings, row: known, inbound });
    return;
  }
  const shown = settings.approve ? await approveRequest(ctx, { shown: first, withShopper }) : first;
  const { status } = shown;
  const loaded = await loadLines(ctx, { shown, known, locationId: connection.locationId });
  const stored = readReadings(known?.received ?? []);
  const allocated = allocateReceipts({ lines: loaded, inbound, stored, status, policy: settings });
  const { lines } = allocated;
  const kept = await keepReturn(ctx, { known, shown, lines });
  const isEarlier =
    kept.announcingAt === null && (shown.approvedAt ?? shown.createdAt) < connection.connectedAt;
  const { decided, needs } = decideReturn({
    ...{ status: shown.status, lines, inbound, isEarlier },
    ...{ wasAnnounced: known?.inboundStatus != null, isElsewhere: kept.isElsewhere },
    earlier: broughtEarlier(stored, inbound),
    isTaken: stored.some(({ ref }) => ref === kept.inboundRef),
    mayAnnounce: settings.announce,
    isAskedFor: kept.announceAnyway,
  });
  const done = await take(ctx, decided, { warehouse, settings, row: kept, shown, lines, inbound });
  const announced = { ...kept, ...done.facts };
  const untouched = status === "OPEN" && inbound && done.inbound?.status === "new" ? done.inbound : null;
  const updated: Updated = untouched
    ? await updateInbound(ctx, { warehouse, settings, row: announced, shown, lines, inbound: untouched })
    : { row: announced, inbound: done.inbound, needs: [] };
  const { row } = updated;
  const hasBegun = inbound && inbound.status !== "new" && inbound.status !== "cancelled";
  if (hasBegun) await dropKeptSender(ctx, { row, inbound });
  const now = { row, shown, lines, inbound: updated.inbound };
  const label = await attachLabel(ctx, { warehouse, settings, ...now });
  const rest = await followReceipts(ctx, { row, shown, lines, inbound, settings });
  const all = [...needs, ...done.needs, ...updated.needs, ...allocated.needs, ...rest];
  const hasVanished = !inbound && decided.step === "none" && !isOver(status);
  const stand = { hasVanished, label: label.stand, heldLabel: label.held, needs: all };
  const open = await saveReturn(ctx, { ...now, isEarlier, settings, ...stand });
  await settleReturn(ctx, { shown, lines, needs: open, settings });
  const failure = updated.failure ?? label.failure;
  if (failure) throw failure;
  if (decided.step === "rename") await queueJob(ctx.db, { name: "follow-return", shop: ctx.shop, returnId });
  // A return that is over, and whose inbound was being made: should that arrive late, it has to go.
  const isToBeGone = !done.inbound && isWithdrawn(status);
  const inMs = isToBeGone ? mayAppearIn(row, { now: ctx.clock(), warehouse }) : null;
  if (inMs !== null) await queueJob(ctx.db, { name: "follow-return", shop: ctx.shop, returnId, inMs });
}

interface Doing {
  warehouse: WarehouseClient;
  settings: ReturnSettings;
  row: Return;
  shown: ShopReturn;
  lines: readonly ReturnLine[];
  inbound: Inbound | null;
}

async function take(
  ctx: ShopContext,
  decided: Step,
  { warehouse, settings, row, shown, lines, inbound }: Doing,
): Promise<Omit<Announced, "inbound" | "needs"> & { inbound: Inbound | null; needs: Need[] }> {
  const { returnId } = row;
  switch (decided.step) {
    case "announce": {
      const announced = await announceReturn(ctx, {
        warehouse,
        settings,
        row,
        shown,
        lines,
        wanted: decided.wanted,
      });
      return { ...announced, inbound: announced.inbound ?? null, needs: announced.needs ?? [] };
    }
    case "change-lines": {
      if (!inbound) return { inbound, needs: [] };
      const { changes } = decided;
      const changed = await changeLines(ctx, { warehouse, subject: returnId, inbound, changes });
      const units = [...changes.change, ...changes.add].reduce((sum, { quantity }) => sum + quantity, 0);
      return { ...changed, needs: changed.needs.map((need) => ({ ...need, what: "change", units })) };
    }
    case "delete-inbound":
      return deleteInbound(ctx, { warehouse, row });
    case "rename":
      await ctx.db.return.updateMany({
        where: { shop: ctx.shop, returnId, inboundRef: row.inboundRef },
        data: { inboundRef: nextRef(row.inboundRef), inboundStatus: null },
      });
      return { inbound: null, needs: [] };
    case "none":
      return { inbound, needs: [] };
  }
}
