import type { PurchasePhase, PurchaseStage } from "@prisma/client";
import type { Inbound } from "../../fulfilment/answers.ts";
import type { InboundChanges } from "../../fulfilment/requests.ts";
import { compareLines, isSame, type LineChanges } from "./compare-lines.ts";
import { hasCome, receivedOn } from "./inbound-receipts.ts";
import { changedFields, type PurchaseContent } from "./purchase-content.ts";
import type { PurchaseNeed } from "./purchase-needs.ts";

/** A purchase as the merchant wants it and the warehouse has it. */
export interface PurchaseReadings {
  /** Null when the merchant asked for nothing that is not done. */
  wanted: PurchaseContent | null;
  deleting: boolean;
  /** Null when the warehouse has none. */
  inbound: Inbound | null;
  /** The warehouse had it when it was last read. */
  wasThere: boolean;
}

export type PurchaseStep =
  | { step: "announce"; content: PurchaseContent }
  | { step: "change"; fields: InboundChanges; lines: LineChanges }
  | { step: "delete" }
  | { step: "none" };

/** What is to be done about a purchase, and what only a person can do. */
export function decidePurchase(readings: PurchaseReadings): { decided: PurchaseStep; needs: PurchaseNeed[] } {
  const { wanted, inbound } = readings;
  if (readings.deleting) {
    if (!inbound || inbound.status === "cancelled") return nothing();
    if (inbound.status === "new") return { decided: { step: "delete" }, needs: [] };
    return tooLate("delete", inbound);
  }
  if (!wanted) return nothing();
  if (!inbound) {
    // Deleted by somebody at the warehouse: making it again is not what a change of it means.
    if (readings.wasThere) return tooLate("edit", null);
    return { decided: { step: "announce", content: wanted }, needs: [] };
  }
  // Lines that the warehouse leaves out are unknown: there is nothing to compare with.
  if (inbound.lines === null) return nothing([{ kind: "parts-missing", of: "change", isSeen: false }]);
  const fields = changedFields(wanted.fields, inbound);
  const lines = compareLines(
    new Map(wanted.lines.map(({ sku, quantity }) => [sku, quantity])),
    inbound.lines,
  );
  if (isSame(lines) && Object.keys(fields).length === 0) return nothing();
  if (inbound.status !== "new") return tooLate("edit", inbound);
  return { decided: { step: "change", fields, lines }, needs: [] };
}

const nothing = (needs: PurchaseNeed[] = []) => ({ decided: { step: "none" } as const, needs });

const tooLate = (asked: "edit" | "delete", inbound: Inbound | null) =>
  nothing([{ kind: "too-late", asked, status: inbound?.status ?? null }]);

/** How far a purchase is: what the warehouse says, never what we hope. */
export function stageOfPurchase({
  inbound,
  deleting,
  wasThere,
}: Pick<PurchaseReadings, "deleting" | "wasThere" | "inbound">): PurchaseStage {
  if (!inbound) return deleting ? "deleted" : wasThere ? "gone" : "announcing";
  return stageOfInbound({ status: inbound.status, hasCome: hasCome(inbound) });
}

/** How far an inbound is that the warehouse has. `hasCome`: it has received units. */
export function stageOfInbound(inbound: { status: string; hasCome: boolean }): PurchaseStage {
  if (inbound.status === "cancelled") return "cancelled";
  if (inbound.status === "fully_received") return "received";
  return inbound.hasCome || inbound.status === "partially_received" ? "receiving" : "expected";
}

/** What a stage comes to. */
export const PHASE_OF: Record<PurchaseStage, PurchasePhase> = {
  announcing: "awaited",
  expected: "awaited",
  receiving: "receiving",
  received: "over",
  cancelled: "over",
  deleted: "over",
  gone: "over",
};

/** What only a person can find out about what has come in. `before` are the needs that were known. */
export function receiptNeeds(
  inbound: Inbound,
  { stage, before }: { stage: PurchaseStage; before: readonly PurchaseNeed[] },
): PurchaseNeed[] {
  const { units: received, unread, isComplete } = receivedOn(inbound);
  const units = [...received.values()].reduce((sum, { unclear }) => sum + unclear, 0);
  const isSeen = before.some(
    (need) => need.kind === "unclear" && need.isSeen && need.units === units && need.unread === unread.length,
  );
  const needs: PurchaseNeed[] = [];
  if (units + unread.length > 0) needs.push({ kind: "unclear", units, unread: unread.length, isSeen });
  if (stage === "received" && !isComplete) {
    const wasSeen = before.some(
      (need) => need.kind === "parts-missing" && need.of === "receipts" && need.isSeen,
    );
    needs.push({ kind: "parts-missing", of: "receipts", isSeen: wasSeen });
  }
  return needs;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Days since the expected one, of a purchase of which nothing has come in; 0 when it is not late. Days are UTC's. */
export function daysLate(
  { stage, expectedOn }: { stage: PurchaseStage; expectedOn: string },
  now: Date,
): number {
  if (PHASE_OF[stage] !== "awaited") return 0;
  const days = Math.floor((now.getTime() - Date.parse(expectedOn)) / DAY_MS);
  return Math.max(0, days || 0);
}
