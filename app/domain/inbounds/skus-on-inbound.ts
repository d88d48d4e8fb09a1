import type { Inbound } from "../../fulfilment/answers.ts";
import type { Sku } from "../ids.ts";

/** The SKUs announced or received on an inbound. */
export function skusOnInbound({ lines, receipts }: Inbound): Sku[] {
  const received = receipts.flatMap((receipt) => receipt.lines);
  return [...lines, ...received].map(({ sku }) => sku as Sku);
}
