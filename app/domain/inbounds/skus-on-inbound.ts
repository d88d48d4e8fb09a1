import type { Inbound } from "../../fulfilment/answers.ts";
import type { Sku } from "../ids.ts";
import { ownReceiptLines } from "./inbound-receipts.ts";

/** The SKUs announced or received on an inbound, as far as it shows them. */
export function skusOnInbound({ ref, lines, receipts }: Pick<Inbound, "ref" | "lines" | "receipts">): Sku[] {
  const shown = [...(lines ?? []), ...ownReceiptLines(receipts, { ref })];
  return shown.flatMap(({ sku }) => (sku === null ? [] : [sku as Sku]));
}

/** Whether there may be SKUs on an inbound that it does not show. */
export function hidesSkus({ ref, lines, receipts }: Pick<Inbound, "ref" | "lines" | "receipts">): boolean {
  const isUnnamed = ownReceiptLines(receipts, { ref }).some(({ sku }) => sku === null);
  return isUnnamed || (lines === null && receipts === null);
}
