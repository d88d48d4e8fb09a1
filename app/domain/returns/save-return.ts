import { Prisma, type Return } from "@prisma/client";
import type { Inbound } from "../../fulfilment/answers.ts";
import { queueJob } from "../../jobs/catalog.ts";
import type { ShopReturn } from "../../shopify/returns.ts";
import type { ReturnTrigger } from "../flow/flow-triggers.ts";
import type { ShopContext } from "../shop-context.ts";
import { needsEntries, noteAll, type NewEntry } from "../timeline/timeline.ts";
import { isOver, nextCheck } from "./check/next-check.ts";
import { stageOf } from "./decide-return.ts";
import { stillSeen, withoutSeen } from "./decide-seen.ts";
import { expectedDay, overdueSince } from "./expected-day.ts";
import { standOf, type LabelStand } from "./label/label-reasons.ts";
import { lockNeeds } from "./mark-seen.ts";
import { readLines, type ReturnLine } from "./return-lines.ts";
import type { Need } from "./return-needs.ts";
import type { ReturnSettings } from "./return-settings.ts";
import { refOfReturn } from "./return-ref.ts";
import { hasArrived } from "./return-steps.ts";

/** A warehouse makes a label within minutes; one that takes longer than this, in milliseconds, needs a person. */
const LABEL_WITHIN_MS = 24 * 60 * 60_000;

/** Keeps what the shop shows of a return before anything is done about it, so that what is done can be written down. */
export async function keepReturn(
  ctx: ShopContext,
  { known, shown, lines }: { known: Return | null; shown: ShopReturn; lines: readonly ReturnLine[] },
): Promise<Return> {
  if (known) return known;
  const { shop } = ctx;
  const { id: returnId, name, status, createdAt, pieces, order } = shown;
  const stage = stageOf({ status: shown.status, lines, inbound: null, isEarlier: false, label: "none" });
  const reading = {
    ...{ name, status, stage, pieces, createdAt, orderId: order.id, orderName: order.name },
    ...{ lines: lines as Prisma.InputJsonArray, needs: [], readAt: ctx.clock() },
    // Due until both systems have been read and all is done.
    ...{ checkAt: ctx.clock(), stageSince: ctx.clock() },
    ...{ reverseOrderIds: shown.reverseOrders.map(({ id }) => id), inboundRef: refOfReturn(returnId) },
  };
  return ctx.db.return.upsert({
    where: { shop_returnId: { shop, returnId } },
    create: { shop, returnId, ...reading },
    // The same as before: with nothing to update, Prisma's upsert fails when another one makes the row at the same moment.
    update: { shop },
  });
}

/**
 * Stores how both systems show a return now, notes in the timeline what has changed, and triggers workflows in Shopify Flow.
 * @returns the needs that the merchant is not done with
 */
export async function saveReturn(
  ctx: ShopContext,
  about: {
    row: Return;
    shown: Pick<ShopReturn, "name" | "status" | "pieces"> & { reverseOrders: readonly { id: string }[] };
    lines: readonly ReturnLine[];
    isEarlier: boolean;
    inbound: Inbound | null;
    /** The warehouse lost it, and Dockline did not delete it: the return counts as announced until the merchant announces it again. */
    hasVanished: boolean;
    label: LabelStand;
    heldLabel: number | null;
    needs: readonly Need[];
    settings: Pick<ReturnSettings, "overdueDays">;
  },
): Promise<Need[]> {
  const { shop } = ctx;
  const { row, shown, lines, isEarlier, inbound, label } = about;
  const now = ctx.clock();
  const { settings } = about;
  const expectedOn = expectedDay({ row, inbound });
  const dueOn = overdueSince({ row, inbound, status: shown.status, lines }, { settings, now });
  const all: readonly Need[] = [
    ...about.needs,
    ...(needsLabel(label, { labelSince: row.labelSince, now }) ? [{ kind: "label" as const }] : []),
    ...(dueOn === null ? [] : [{ kind: "overdue" as const, expectedOn: dueOn }]),
  ];
  const { returnId } = row;
  const { name, status, pieces } = shown;
  const inboundStatus = inbound?.status ?? (about.hasVanished ? row.inboundStatus : null);
  const stage = stageOf({ status, lines, inbound, isEarlier, label: label.state });
  const { announcingAt, checkAt } = row;
  // A label that is tried again has not ended, though for the moment it needs nobody.
  const isTried = label.state === "waiting" || label.state === "failed";
  const lasting: readonly Need[] = isTried ? [...all, { kind: "label" }] : all;
  return ctx.db.$transaction(async (tx) => {
    // While both systems were read, the merchant may have hidden some, or had some shown again.
    const { needs: before, seen } = (await lockNeeds(tx, { shop, returnId })) ?? { needs: [], seen: [] };
    const needs = withoutSeen(all, seen);
    await tx.return.updateMany({
      where: { shop, returnId },
      data: {
        ...{ name, status, pieces, inboundStatus, readAt: now, stage },
        ...(stage !== row.stage && { stageSince: now }),
        ...{ expectedOn, ...(inbound && { isElsewhere: false }) },
        reverseOrderIds: shown.reverseOrders.map(({ id }) => id),
        lines: lines,
        needs: needs,
        ...{ needsPerson: needs.length > 0, seenNeeds: stillSeen(seen, lasting) },
        ...{ ...labelColumns(row, { label, now }), heldLabel: about.heldLabel },
        ...(inbound && { announceAnyway: false }),
        ...(isOver(status) && { sender: Prisma.DbNull }),
        // From then on it is not compared any more. One that was closed may be opened again.
        ...((inbound ? inbound.status !== "new" : isOver(status)) && {
          ...{ senderDigest: null, senderDiffers: false },
        }),
      },
    });
    // Asked for meanwhile, it is to be checked once more.
    await tx.return.updateMany({
      where: { shop, returnId, checkAt },
      data: { checkAt: nextCheck({ status, stage, inboundStatus, announcingAt, needs: all, now }) },
    });
    await noteAll({ ...ctx, db: tx }, changesOf({ row, status, inboundStatus, label, before, needs }));
    for (const trigger of momentsOf({ row, status, inboundStatus, lines, before, needs }))
      await queueJob(tx, { name: "tell-flow-of-return", shop, returnId, trigger });
    return needs;
  });
}

/** What a merchant may have workflows for. A return that is over when it is first heard of has no moments any more. */
function momentsOf(about: {
  row: Return;
  status: string;
  inboundStatus: string | null;
  lines: readonly ReturnLine[];
  before: readonly Need[];
  needs: readonly Need[];
}): ReturnTrigger[] {
  const { row, status, inboundStatus, lines, before, needs } = about;
  const hadArrived = hasArrived({ inboundStatus: row.inboundStatus, lines: readLines(row.lines) });
  const moments: ReturnTrigger[] = [];
  if (status === "OPEN" && !hadArrived && hasArrived({ inboundStatus, lines }))
    moments.push("return-received");
  // That one of several reasons is gone is no news.
  const known = new Set(before.map(({ kind }) => kind));
  if (needs.some(({ kind }) => !known.has(kind))) moments.push("return-needs-attention");
  return moments;
}

/** One that failed, or that the warehouse still does not have after a day. */
function needsLabel(
  { state, reason }: LabelStand,
  { labelSince, now }: { labelSince: Date | null; now: Date },
): boolean {
  const isLate = labelSince !== null && now.getTime() - labelSince.getTime() >= LABEL_WITHIN_MS;
  return state === "failed" || (state === "waiting" && reason === "not-there" && isLate);
}

function labelColumns(
  row: Return,
  { label: { state, reason, words }, now }: { label: LabelStand; now: Date },
) {
  const isOpen = state === "waiting" || state === "failed";
  return {
    ...{ label: state, labelReason: reason, labelWords: words },
    labelSince: isOpen ? (row.labelSince ?? now) : null,
    // Asked for meanwhile, it is wanted still.
    ...(row.labelAnew && !isOpen && { labelAnew: false }),
  };
}

function changesOf(about: {
  row: Return;
  status: string;
  inboundStatus: string | null;
  label: LabelStand;
  before: readonly Need[];
  needs: readonly Need[];
}): NewEntry[] {
  const { row, status, inboundStatus, label, before, needs } = about;
  const subject = row.returnId;
  const entries: NewEntry[] = [];
  if (status !== row.status) entries.push({ subject, kind: "shop-status", details: { status } });
  if (inboundStatus !== row.inboundStatus && inboundStatus)
    entries.push({ subject, kind: "inbound-status", details: { status: inboundStatus } });
  entries.push(...labelChanges(standOf(row), label).map((entry) => ({ subject, ...entry })));
  return [...entries, ...needsEntries(subject, { before, now: needs })];
}

function labelChanges(before: LabelStand, { state, reason }: LabelStand): Omit<NewEntry, "subject">[] {
  if (state === before.state && reason === before.reason) return [];
  const details = { reason: reason ?? "" };
  if (state === "waiting") return [{ kind: "label-waits", details }];
  if (state === "failed") return [{ kind: "label-failed", details }];
  // That it is ready the write says itself.
  return state === "theirs" ? [{ kind: "label-theirs" }] : [];
}
