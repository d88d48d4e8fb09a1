import type { LabelState, ReturnStage } from "@prisma/client";
import type { Inbound, Line } from "../../fulfilment/answers.ts";
import type { ShopReturn } from "../../shopify/returns.ts";
import type { Sku } from "../ids.ts";
import { compareLines, isSame, type LineChanges } from "../inbounds/compare-lines.ts";
import { hasCome, receivedOn } from "../inbounds/inbound-receipts.ts";
import {
  isSettled,
  NONE_DISPOSED,
  outstandingOf,
  receivedOf,
  settledWithoutReceipt,
  type ReturnLine,
} from "./return-lines.ts";
import { hasEnded } from "./check/next-check.ts";
import type { Need } from "./return-needs.ts";
import { wantedLines } from "./announce/wanted-lines.ts";

/** A return as both worlds show it now. */
export interface ReturnReadings {
  status: ShopReturn["status"];
  lines: readonly ReturnLine[];
  /** Null when the warehouse has none. */
  inbound: Inbound | null;
  /** The warehouse had it when it was last read. */
  wasAnnounced: boolean;
  /** Units that came in on other inbounds of it than this one, by SKU. */
  earlier: ReadonlyMap<Sku, number>;
  /** Something came in on the inbound it had: another one must not have its reference. */
  isTaken: boolean;
  /** The inbound it had is in the account that was connected before. */
  isElsewhere: boolean;
  /** It was approved before Dockline was connected. */
  isEarlier: boolean;
  /** The merchant's rules want approved returns announced. */
  mayAnnounce: boolean;
  /** The merchant in person wants this one announced, whatever the rules say and whatever became of it before. */
  isAskedFor: boolean;
}

export type Step =
  | { step: "announce"; wanted: Map<Sku, number> }
  | { step: "change-lines"; changes: LineChanges }
  | { step: "delete-inbound" }
  /** It is to be announced under another reference. */
  | { step: "rename" }
  | { step: "none" };

/** What is to be done about a return's inbound, and what only a person can do. */
export function decideReturn(readings: ReturnReadings): { decided: Step; needs: Need[] } {
  const { status, lines, inbound } = readings;
  if (isWithdrawn(status)) {
    if (!inbound || inbound.status === "cancelled" || isKnownToEnd(inbound)) return nothing();
    if (inbound.status === "new") return { decided: { step: "delete-inbound" }, needs: [] };
    return nothing([{ kind: "cancelled-late" }]);
  }
  // Nothing of a settled return is still to come, whether its receipts or a person settled it.
  if (status !== "OPEN" || isSettled(lines)) return nothing();
  const unknown = lines.flatMap(needOf);
  const wanted = wantedLines(lines, readings.earlier);
  const { isAskedFor } = readings;
  if (!inbound) {
    if (readings.wasAnnounced && !isAskedFor) {
      if (wanted.size === 0) return nothing(unknown);
      return nothing([...unknown, { kind: readings.isElsewhere ? "other-account" : "inbound-gone" }]);
    }
    if (readings.isEarlier && !isAskedFor) return nothing();
    if ((!readings.mayAnnounce && !isAskedFor) || wanted.size === 0) return nothing(unknown);
    return { decided: readings.isTaken ? { step: "rename" } : { step: "announce", wanted }, needs: unknown };
  }
  if (inbound.status === "cancelled") {
    if (!lines.some((line) => outstandingOf(line) > 0)) return nothing(unknown);
    // It is done with, and its reference is taken.
    if (isAskedFor) return { decided: { step: "rename" }, needs: unknown };
    return nothing([...unknown, { kind: "inbound-gone" }]);
  }
  // Lines that the warehouse leaves out are unknown: there is nothing to compare with.
  if (inbound.lines === null) return nothing(unknown);
  const changes = compareLines(wanted, inbound.lines);
  if (isSame(changes)) return nothing(unknown);
  if (inbound.status !== "new") {
    if (isKnownToEnd(inbound) || isExplained(readings, inbound.lines)) return nothing(unknown);
    return nothing([...unknown, { kind: "changed-late" }]);
  }
  // An inbound that announces nothing is none.
  if (wanted.size === 0) return { decided: { step: "delete-inbound" }, needs: unknown };
  return { decided: { step: "change-lines", changes }, needs: unknown };
}

/**
 * Whether an inbound that the warehouse has begun with asks for no more than was sent back, and for no less than that without what
 * earlier inbounds have brought and what was settled otherwise: either may have become known after it was made.
 */
function isExplained({ lines, earlier }: ReturnReadings, asked: readonly Line[]): boolean {
  const sent = lines.map((line) => ({ ...line, settledBefore: NONE_DISPOSED }));
  const most = wantedLines(sent);
  const least = wantedLines(
    lines.map((line) => ({ ...line, settledBefore: settledWithoutReceipt(line) })),
    earlier,
  );
  const skus = new Set([...most.keys(), ...asked.map(({ sku }) => sku as Sku)]);
  return [...skus].every((sku) => {
    const units = asked.reduce((sum, one) => sum + (one.sku === sku ? one.quantity : 0), 0);
    return units <= (most.get(sku) ?? 0) && units >= (least.get(sku) ?? 0);
  });
}

/** The warehouse is done with it, and shows what has come: that, or what has not come, is a need of its own. */
function isKnownToEnd(inbound: Inbound): boolean {
  return hasEnded(inbound.status) && receivedOn(inbound).isComplete;
}

/** Nothing is to come back. */
export function isWithdrawn(status: ShopReturn["status"]): boolean {
  return status === "CANCELED" || status === "DECLINED";
}

const nothing = (needs: Need[] = []): { decided: Step; needs: Need[] } => ({
  decided: { step: "none" },
  needs,
});

function needOf({ id, goods, isSent, title, soldSku: sku, quantity }: ReturnLine): Need[] {
  if (!isSent) return [];
  return goods === "unmapped" || goods === "custom" || goods === "unverified"
    ? [{ kind: goods, id, title, sku, quantity }]
    : [];
}

/** How far a return is: what both worlds say, never what we hope. */
export function stageOf(
  reading: Pick<ReturnReadings, "status" | "lines" | "inbound" | "isEarlier"> & { label: LabelState },
): ReturnStage {
  const { status, lines, inbound, label } = reading;
  if (status === "CANCELED") return "cancelled";
  if (status === "DECLINED") return "declined";
  if (status === "REQUESTED") return "requested";
  if (status === "CLOSED") return "closed";
  if (isSettled(lines)) return "settled";
  if (!inbound || inbound.status === "cancelled") {
    if (lines.some((line) => line.isSent && receivedOf(line) > 0)) return "receiving";
    return reading.isEarlier ? "earlier" : "approved";
  }
  if (inbound.status === "fully_received") return "received";
  if (hasCome(inbound) || inbound.status === "partially_received") return "receiving";
  return label === "ready" || label === "theirs" ? "labelled" : "announced";
}
