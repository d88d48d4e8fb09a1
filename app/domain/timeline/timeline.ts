import type { TimelineAbout, WriteOutcome } from "@prisma/client";
import type { Tx } from "../../db.server.ts";
import type { ShopContext } from "../shop-context.ts";

/**
 * What can stand in the timeline of a return or of a purchase inbound; each has its sentence in `i18n`, in which
 * `details` are named. Never a shopper's words or whereabouts.
 */
export type TimelineKind =
  /** Heard: `event`. */
  | "heard"
  /** Read: the shop has it as `status`; the warehouse has it as `status`. */
  | "shop-status"
  | "inbound-status"
  /** Read: so many (`good`, `defective`, `unclear`) of `sku` have come in so far. */
  | "received"
  /** Decided: it needs a person, because of `needs`; it no longer does. */
  | "needs"
  | "needs-nothing"
  /** Read: the label has to wait; it cannot be put on the return (both: `reason`); somebody else has put one there. */
  | "label-waits"
  | "label-failed"
  | "label-theirs"
  /** Written. */
  | "approve"
  | "announce"
  /** Of the sender, `fields` were not sent: the warehouse doesn't take them, and can do without. */
  | "sender-left-out"
  | "line-add"
  | "line-change"
  | "line-remove"
  | "inbound-delete"
  | "inbound-change"
  /** `key` is the reverse fulfilment order; with `mail` 1 the shopper was to hear of it. */
  | "label-attach"
  | "label-replace"
  /** So much of `sku` is taken off the shop's figure, which shows these pieces already. */
  | "stock-lower"
  /** So many pieces: `restocked`, `notRestocked`, `processingRequired`, `missing`. */
  | "dispose"
  | "close"
  | "process"
  /** The merchant's own: announce it anyway, try again, correct the sender, count what is short as missing. */
  | "asked"
  /** A staff member saw the customer's address: in the sender's form, or on the label (`what`). */
  | "viewed";

export type TimelineDetails = Record<string, string | number>;

export interface NewEntry {
  /** A return's id, or a purchase inbound's reference. */
  subject: string;
  kind: TimelineKind;
  details?: TimelineDetails;
  /** Of a write alone. */
  outcome?: WriteOutcome;
  /** When it was, if not now. */
  at?: Date;
}

/** A shop's world as far as it takes to note something, also within a transaction. */
type Noting = Pick<ShopContext, "shop" | "clock" | "staffId"> & { db: Tx };

/** That something needs a person for other reasons than before, or for none; nothing where the reasons are the same. */
export function needsEntries(
  subject: string,
  { before, now }: { before: readonly { kind: string }[]; now: readonly { kind: string }[] },
): NewEntry[] {
  const needs = kindsOf(now);
  if (inOrder(before) === inOrder(now)) return [];
  return [needs ? { subject, kind: "needs", details: { needs } } : { subject, kind: "needs-nothing" }];
}

/** The kinds of needs, each once, as they stand in an entry. */
export function kindsOf(needs: readonly { kind: string }[]): string {
  return [...new Set(needs.map(({ kind }) => kind))].join(", ");
}

const inOrder = (needs: readonly { kind: string }[]): string => kindsOf(needs).split(", ").sort().join(", ");

/** Adds to a timeline. What is the same as the last entry of its kind is the caller's not to add. */
export async function note(ctx: Noting, entry: NewEntry): Promise<void> {
  await noteAll(ctx, [entry]);
}

export async function noteAll(ctx: Noting, entries: readonly NewEntry[]): Promise<void> {
  const at = ctx.clock();
  if (entries.length === 0) return;
  await ctx.db.timelineEntry.createMany({
    data: entries.map(({ details = {}, outcome = null, ...entry }) => ({
      ...{ shop: ctx.shop, at, ...entry, ...filedUnder({ ...entry, details }), details: details },
      ...{ outcome, settledAt: outcome && outcome !== "intended" ? at : null },
      staffId: ctx.staffId,
    })),
  });
}

/** What an entry is found by besides its subject. */
export function filedUnder({ subject, details }: { subject: string; details: TimelineDetails }): {
  about: TimelineAbout;
  sku: string | null;
} {
  const about = subject.startsWith("gid://shopify/Return/") ? "return" : "purchase";
  return { about, sku: typeof details.sku === "string" ? details.sku : null };
}

export interface ShownEntry {
  id: string;
  at: Date;
  kind: TimelineKind;
  details: TimelineDetails;
  outcome: WriteOutcome | null;
  settledAt: Date | null;
  /** The staff member who did it; null of what Dockline did. */
  staffId: string | null;
}

/** The latest entries of one timeline, newest first. */
export async function readTimeline(
  ctx: ShopContext,
  { subject, take = 100 }: { subject: string; take?: number },
): Promise<ShownEntry[]> {
  const rows = await ctx.db.timelineEntry.findMany({
    where: { shop: ctx.shop, subject },
    // What was heard is noted when it has been followed, with the time when it came.
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take,
  });
  return rows.map(({ id, at, kind, details, outcome, settledAt, staffId }) => ({
    ...{ id: String(id), at, outcome, settledAt, staffId },
    ...{ kind: kind as TimelineKind, details: details as TimelineDetails },
  }));
}
