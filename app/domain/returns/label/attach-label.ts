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
import { mayChangeMs } from "../announce/sender-change.ts";
import { decideLabel, type LabelDecision, type LabelStep } from "./decide-label.ts";
import { labelStand, standOf, type LabelStand } from "./label-reasons.ts";
import { isAwaited, type ReturnLine } from "../return-lines.ts";
import type { ReturnSettings } from "../return-settings.ts";
import { isOutdated, type LabelVersions } from "./label-version.ts";
import { labelKey, readLabelWrites, writeLabel } from "./write-label.ts";

/**
 * How long until a label that is not there, or cannot be used, is asked for again, in milliseconds: as long as it has
 * been so already, so that the gaps double.
 */
const FIRST_GAP_MS = 10_000;
const LONGEST_GAP_MS = 6 * 60 * 60_000;
/** How long until a label is fetched again because another was asked for meanwhile, in milliseconds. */
const AGAIN_MS = 1_000;

export interface LabelDone {
  stand: LabelStand;
  /** The version of our label that the customer has; null when there is none. */
  held: number | null;
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
 * Puts the warehouse's label on a return that was announced, where the customer finds it, and has Shopify email it to the
 * customer once. It takes the place of one of ours that was made for an earlier inbound or sender. To be called with what
 * both worlds show now. Safe twice: the label is put where reading shows none, and not again while an earlier try may
 * still arrive. Asks to be called again where time may help.
 * @throws whatever is no failure of the two worlds
 */
export async function attachLabel(ctx: ShopContext, about: About): Promise<LabelDone> {
  const { row, shown, lines, inbound, settings } = about;
  const { returnId } = row;
  const atRest = (held: number | null): LabelDone => ({
    stand: labelAtRest({ row, status: shown.status, lines, inbound, held }),
    held,
  });
  if (shown.status !== "OPEN") return atRest(row.heldLabel);
  // As it is now: this run may have changed it, and so may the merchant.
  const wanted = await readWanted(ctx, { returnId });
  const decide = async () =>
    decideLabel({
      reverseOrders: shown.reverseOrders.filter((one) => hasSent(one, lines)),
      writes: await readLabelWrites(ctx, { returnId }),
      ...{ held: row.heldLabel, version: wanted.version, now: ctx.clock() },
    });
  const decision = await decide();
  for (const write of decision.arrived) await noteArrived(ctx, labelKey({ returnId, ...write }));
  const { held } = decision;
  if (!isNeeded(about) || !(settings.label || row.labelAnew || isOutdated(held, wanted))) return atRest(held);
  const mail = settings.notify && !decision.isMailed;
  try {
    const { stand, lookInMs } = await act(ctx, about, decision, { wanted, mail });
    const gapMs = lookInMs ?? gapOf(row, { stand, now: ctx.clock() });
    if (gapMs !== null)
      await queueJob(ctx.db, { name: "follow-return", shop: ctx.shop, returnId, inMs: gapMs });
    return { stand, held: decision.decided === "take" ? (await decide()).held : held };
  } catch (error) {
    if (!(error instanceof FulfilmentError) && !(error instanceof ShopifyError)) throw error;
    return { stand: labelStand("waiting", "interrupted"), held: (await decide()).held, failure: error };
  }
}

/** Which label is wanted, and for how long none may be taken, in milliseconds, because a new sender may still arrive. */
type Wanted = LabelVersions & { waitMs: number };

async function readWanted(ctx: ShopContext, { returnId }: { returnId: string }): Promise<Wanted> {
  const where = { shop_returnId: { shop: ctx.shop, returnId } };
  const select = { labelVersion: true, labelGoodFrom: true, senderSentAt: true };
  const { labelVersion, labelGoodFrom, senderSentAt } = await ctx.db.return.findUniqueOrThrow({
    where,
    select,
  });
  const waitMs = mayChangeMs({ senderSentAt }, ctx.clock());
  return { version: labelVersion, goodFrom: labelGoodFrom, waitMs };
}

/** Once all of it is there or settled, or never will be there, nobody needs a label. */
function isNeeded({ lines, inbound }: About): boolean {
  if (!inbound || inbound.status === "fully_received" || inbound.status === "cancelled") return false;
  return isAwaited(lines);
}

/** Whether some of it goes to the warehouse, as far as that is known. */
function hasSent({ lines: reverseLines }: ReverseOrder, lines: readonly ReturnLine[]): boolean {
  const elsewhere = new Set(lines.filter(({ isSent }) => !isSent).map(({ id }) => id));
  return (
    reverseLines.length === 0 ||
    reverseLines.some(({ fulfillmentLineItemId }) => !elsewhere.has(fulfillmentLineItemId ?? ""))
  );
}

/**
 * How the label stands of a return on which none is put now: what is on it stays there, and for what is not, nobody waits any
 * more. What the customer has is old once the inbound is gone that the parcel would be for.
 */
export function labelAtRest(about: {
  row: Parameters<typeof standOf>[0];
  status: ShopReturn["status"];
  lines: readonly ReturnLine[];
  inbound: Inbound | null;
  /** The version of the label that the customer has. */
  held: number | null;
}): LabelStand {
  const { row, status, lines, inbound, held } = about;
  const isGone = !inbound || inbound.status === "cancelled";
  if (held !== null && isGone && status === "OPEN" && isAwaited(lines)) return labelStand("old");
  const stand = standOf(row);
  if (stand.state === "old") return labelStand(isGone ? "none" : "ready");
  return stand.state === "waiting" || stand.state === "failed" ? labelStand("none") : stand;
}

interface Acted {
  stand: LabelStand;
  /** When to look again, if not in the usual gaps. */
  lookInMs?: number;
}

async function act(
  ctx: ShopContext,
  about: About,
  decision: LabelDecision,
  asked: { wanted: Wanted; mail: boolean },
): Promise<Acted> {
  switch (decision.decided) {
    case "settled":
      return { stand: decision.stand };
    case "wait":
      return { stand: labelStand("waiting", "unanswered"), lookInMs: decision.ms };
    case "take":
      return take(ctx, about, { steps: decision.steps, ...asked });
  }
}

/** What was staged is used in the same run: the storage keeps it for a day only. */
async function take(
  ctx: ShopContext,
  { warehouse, row }: About,
  { steps, wanted, ...asked }: { steps: readonly LabelStep[]; wanted: Wanted; mail: boolean },
): Promise<Acted> {
  const { returnId, inboundRef } = row;
  if (wanted.waitMs > 0) return untilAnswered(wanted);
  const pdf = await fetchLabel(warehouse, inboundRef);
  if (!Buffer.isBuffer(pdf)) return { stand: pdf };
  const filename = `${inboundRef}.pdf`;
  const staged = await stageLabels(ctx.admin, { pdf, filename, copies: steps.length });
  if (staged.outcome === "refused")
    return { stand: labelStand("failed", `${staged.by}-refused`, staged.reason) };
  const { version } = wanted;
  // While it was fetched, its sender may have changed, or the merchant may have asked for another.
  const now = await readWanted(ctx, { returnId });
  if (now.waitMs > 0) return untilAnswered(now);
  if (now.version !== version) return { stand: labelStand("waiting", "interrupted"), lookInMs: AGAIN_MS };
  let { mail } = asked;
  let refused: string | undefined;
  for (const [index, step] of steps.entries()) {
    const sent = await writeLabel(ctx, {
      ...{ returnId, step, version, mail },
      fileUrl: staged.urls[index]!,
    });
    if (sent.sent === "wait") return { stand: labelStand("waiting", "unanswered"), lookInMs: sent.ms };
    if (sent.sent === "refused") refused = sent.reason;
    // One mail is enough, and one that was refused is none.
    else mail = false;
  }
  return {
    stand: refused === undefined ? labelStand("ready") : labelStand("failed", "shop-refused", refused),
  };
}

/** Nobody knows which sender a label would show. */
const untilAnswered = ({ waitMs }: Wanted): Acted => ({
  stand: labelStand("waiting", "sender-unanswered"),
  lookInMs: waitMs,
});

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
