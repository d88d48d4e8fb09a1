import type { Return } from "@prisma/client";
import type { Inbound } from "../../fulfilment/answers.ts";
import { dueDay } from "./announce/decide-date.ts";
import { isOverdue } from "./decide-waiting.ts";
import type { ReturnLine } from "./return-lines.ts";
import type { ReturnSettings } from "./return-settings.ts";

interface About {
  row: Pick<Return, "expectedOn" | "renewedTo" | "dueOn" | "waitUntil">;
  inbound: Inbound | null;
}

/** The day, `YYYY-MM-DD`, on which the warehouse expects a return; the last one known where it shows none that can be read. */
export function expectedDay({ row, inbound }: About): string | null {
  return inbound ? (dayOf(inbound.expectedReceiveDate) ?? row.expectedOn) : null;
}

/** The day since which a return is overdue, or null when it is not. */
export function overdueSince(
  { row, inbound, status, lines }: About & { status: string; lines: readonly ReturnLine[] },
  { settings, now }: { settings: Pick<ReturnSettings, "overdueDays">; now: Date },
): string | null {
  const expectedOn = dueDay({ ...row, expectedOn: expectedDay({ row, inbound }) });
  const facts = {
    ...{ status, inboundStatus: inbound?.status ?? null, lines, expectedOn, waitUntil: row.waitUntil },
    receivedOn: lastReceiptDay(inbound),
  };
  return isOverdue(facts, { overdueDays: settings.overdueDays, now }) ? expectedOn : null;
}

/** A day as the warehouse writes it, `YYYY-MM-DD`; null when it writes it otherwise, or none. */
function dayOf(text: string | null): string | null {
  return text && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
}

function lastReceiptDay(inbound: Inbound | null): string | null {
  const days = (inbound?.receipts ?? []).flatMap(({ receiptDate }) => dayOf(receiptDate) ?? []);
  return days.sort().at(-1) ?? null;
}
