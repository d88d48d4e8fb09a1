import type { Inbound } from "../../../fulfilment/answers.ts";
import { hasCome } from "../../inbounds/inbound-receipts.ts";

/*
 * An inbound that is deleted at the warehouse can be made again under its reference. It has no other name, so what the first one
 * brought is told apart by what the warehouse shows in between.
 */

/** For so long a list may lag behind what was read of one inbound, in milliseconds: a warehouse may keep its answers for a while. */
export const LIST_LAG_MS = 60 * 60_000;

/** How many units of an SKU an inbound has brought, as stored. */
export interface StoredReceipt {
  sku: string;
  units: number;
  /** Since when the inbound is shown as new again; `null` while it shows what it brought. */
  newSince: Date | null;
}

/** Whether the warehouse says that nothing has come of an inbound yet, and does not only leave it out. */
export function isUntouched(inbound: Pick<Inbound, "ref" | "status" | "lines" | "receipts">): boolean {
  const { status, lines, receipts } = inbound;
  return status === "new" && lines !== null && receipts !== null && !hasCome(inbound);
}

/**
 * Whether an inbound that shows these units now is another than the one that brought what is `stored`, because it was shown as new
 * in between: it shows fewer units of an SKU, or was new for longer than a list may lag behind. Otherwise only that answer was old.
 * One that was never seen as new counts as corrected.
 */
export function isMadeAgain(
  stored: readonly StoredReceipt[],
  { units, now }: { units: ReadonlyMap<string, number>; now: Date },
): boolean {
  return stored.some(({ sku, units: before, newSince }) => {
    if (newSince === null) return false;
    return (units.get(sku) ?? 0) < before || now.getTime() - newSince.getTime() >= LIST_LAG_MS;
  });
}
