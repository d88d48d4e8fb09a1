import type { Receipt } from "../../app/fulfilment/answers.ts";

/** Units of an SKU on a receipt; null where the warehouse does not say it. */
export type ShownUnits = [
  sku: string | null,
  quantity: number | null,
  defective?: boolean | null,
  inboundRef?: string,
];

/** A receipt as the warehouse's answer shows it, with a line for each of `units`. They are in good condition unless it says otherwise. */
export function shownReceipt(...units: ShownUnits[]): Receipt & { lines: NonNullable<Receipt["lines"]> } {
  return {
    ...{ receiptDate: null, vendorShipmentNo: null },
    lines: units.map(([sku, quantity, defective = false, inboundRef = null]) => ({
      ...{ sku, quantity, defective, inboundRef, inboundLineRef: null },
    })),
  };
}
