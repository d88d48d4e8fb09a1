import type { Return } from "@prisma/client";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../../fulfilment/client.ts";
import { FulfilmentError } from "../../../fulfilment/errors.ts";
import { queueJob } from "../../../jobs/catalog.ts";
import { ShopifyError } from "../../../shopify/errors.ts";
import type { ReverseOrder, ShopReturn } from "../../../shopify/returns.ts";
import { stageLabels } from "../../../shopify/stage-label.ts";
import type { ShopContext } from "../../shop-context.ts";
import { noteArrived } from "../../timeline/send-once.ts";
import { decideLabel, type LabelDecision, type LabelStep } from "./decide-label.ts";
import { labelStand, standOf, type LabelStand } from "./label-reasons.ts";
import { isSettled, type ReturnLine } from "../return-lines.ts";
import type { ReturnSettings } from "../return-settings.ts";
import { labelKey, readLabelWrites, writeLabel } from "./write-label.ts";

/**
 * How long until a label that is not there, or cannot be used, is asked for again, in milliseconds: as long as it has
 * been so already, so that the gaps double.
 */
const FIRST_GAP_MS = 10_000;
const LONGEST_GAP_MS = 6 * 60 * 60_000;

export interface LabelDone {
  stand: LabelStand;
  /** One of the two worlds failed on the way. To be thrown once what was done is kept. */
  failure?: FulfilmentError | ShopifyError;
}

interface About {
  warehouse: WarehouseClient;
  settings: ReturnSettings;
  row: Return;
  shown: ShopReturn;
  lines: readonly ReturnLine[];
  inbound: Inbound | null;
}

/**
 * Puts the warehouse's label on a return that was announced, where the shopper finds it, and tells the shopper once. To
 * be called with what both worlds show now. Safe twice: the label is put where reading shows none, and not again while
 * an earlier try may still arrive. Asks to be called again where time may help.
 * @throws whatever is no failure of the two worlds
 */
export async function attachLabel(ctx: ShopContext, about: About): Promise<LabelDone> {
  const { row, shown, lines, settings } = about;
  if (!isWanted(about)) return { stand: withoutLabel(standOf(row)) };
  const { returnId } = row;
  const decision = decideLabel({
    reverseOrders: shown.reverseOrders.filter((one) => hasSent(one, lines)),
    writes: await readLabelWrites(ctx, { returnId }),
    wasReady: row.label === "ready",
    anew: row.labelAnew,
    now: ctx.clock(),
  });
  for (const reverseOrderId of decision.arrived)
    await noteArrived(ctx, labelKey({ returnId, reverseOrderId }));
  try {
    const { stand, lookInMs } = await act(ctx, about, decision, {
      tell: settings.notify && !decision.told,
    });
    const gapMs = lookInMs ?? gapOf(row, { stand, now: ctx.clock() });
    if (gapMs !== null)
      await queueJob(ctx.db, { name: "follow-return", shop: ctx.shop, returnId, inMs: gapMs });
    return { stand };
  } catch (error) {
    if (!(error instanceof FulfilmentError) && !(error instanceof ShopifyError)) throw error;
    return { stand: labelStand("waiting", "interrupted"), failure: error };
  }
}

/** Once all of it is there or settled, or never will be there, nobody needs a label. */
function isWanted({ row, shown, lines, inbound, settings }: About): boolean {
  if (shown.status !== "OPEN" || !inbound || isSettled(lines)) return false;
  if (inbound.status === "fully_received" || inbound.status === "cancelled") return false;
  return settings.label || row.labelAnew;
}

/** Whether some of it goes to the warehouse, as far as that is known. */
function hasSent({ lines: reverseLines }: ReverseOrder, lines: readonly ReturnLine[]): boolean {
  const elsewhere = new Set(lines.filter(({ isSent }) => !isSent).map(({ id }) => id));
  return (
    reverseLines.length === 0 ||
    reverseLines.some(({ fulfillmentLineItemId }) => !elsewhere.has(fulfillmentLineItemId ?? ""))
  );
}

/** What is on the return stays there; for what is not, nobody waits any more. */
export const withoutLabel = (stand: LabelStand): LabelStand =>
  stand.state === "waiting" || stand.state === "failed" ? labelStand("none") : stand;

interface Acted {
  stand: LabelStand;
  /** When to look again, if not in the usual gaps. */
  lookInMs?: number;
}

async function act(
  ctx: ShopContext,
  about: About,
  decision: LabelDecision,
  { tell }: { tell: boolean },
): Promise<Acted> {
  switch (decision.decided) {
    case "settled":
      return { stand: decision.stand };
    case "wait":
      return { stand: labelStand("waiting", "unanswered"), lookInMs: decision.ms };
    case "take":
      return take(ctx, about, { steps: decision.steps, tell });
  }
}

/** What was staged is used in the same run: the storage keeps it for a day only. */
async function take(
  ctx: ShopContext,
  { warehouse, row }: About,
  { steps, tell }: { steps: readonly LabelStep[]; tell: boolean },
): Promise<Acted> {
  const { returnId, inboundRef } = row;
  const pdf = await fetchLabel(warehouse, inboundRef);
  if (!Buffer.isBuffer(pdf)) return { stand: pdf };
  const filename = `${inboundRef}.pdf`;
  const staged = await stageLabels(ctx.admin, { pdf, filename, copies: steps.length });
  if (staged.outcome === "refused")
    return { stand: labelStand("failed", `${staged.by}-refused`, staged.reason) };
  let mail = tell;
  let refused: string | undefined;
  for (const [index, step] of steps.entries()) {
    const sent = await writeLabel(ctx, { returnId, step, fileUrl: staged.urls[index]!, mail });
    if (sent.sent === "wait") return { stand: labelStand("waiting", "unanswered"), lookInMs: sent.ms };
    if (sent.sent === "refused") refused = sent.reason;
    // One mail is enough, and one that was refused is none.
    else if (step.step !== "replace") mail = false;
  }
  return {
    stand: refused === undefined ? labelStand("ready") : labelStand("failed", "shop-refused", refused),
  };
}

/** The label, or how it stands without one. @throws FulfilmentError when asking again at once may help. */
async function fetchLabel(warehouse: WarehouseClient, ref: string): Promise<Buffer | LabelStand> {
  try {
    return await warehouse.inbounds.label(ref);
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error;
    if (error.code === "not-found") return labelStand("waiting", "not-there");
    if (error.code === "label-unusable") return labelStand("failed", error.labelFault ?? "not-pdf");
    if (!error.permanent) throw error;
    await warehouse.check();
    if (error.code === "not-understood") return labelStand("failed", "too-large");
    return labelStand("failed", "warehouse-refused", error.sentence.values.reason || null);
  }
}

function gapOf(
  { labelSince }: Pick<Return, "labelSince">,
  { stand, now }: { stand: LabelStand; now: Date },
): number | null {
  // Nobody but a person can say whether what was taken off is to come back.
  if ((stand.state !== "waiting" && stand.state !== "failed") || stand.reason === "removed") return null;
  const sinceMs = labelSince ? now.getTime() - labelSince.getTime() : 0;
  return Math.min(Math.max(sinceMs, FIRST_GAP_MS), LONGEST_GAP_MS);
}
