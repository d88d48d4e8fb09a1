import { z } from "zod";
import type { Inbound } from "../../../fulfilment/answers.ts";
import { returnOfRef } from "../../returns/return-ref.ts";
import { receiptsOf } from "../purchase-receipts.ts";

/*
 * Inbounds that were not made from here: the warehouse's own, other systems', returns that nobody announced. They are only
 * shown. Of their sender nothing is kept: who it is, only the warehouse needs to know.
 */

const linesSchema = z.array(z.object({ sku: z.string(), quantity: z.int(), received: z.int() }));
export type OtherLines = z.output<typeof linesSchema>;

/** The lines kept with an inbound. @throws ZodError when they are none, which only a mistake of ours can cause. */
export function readOtherLines(json: unknown): OtherLines {
  return linesSchema.parse(json);
}

const UNITS_MAX = 2_147_483_647;
const sum = (units: readonly number[]) =>
  Math.max(
    -UNITS_MAX,
    Math.min(
      UNITS_MAX,
      units.reduce((all, one) => all + one, 0),
    ),
  );

/** An inbound as it is kept, and the return that its reference names. */
export function otherInboundOf(inbound: Inbound) {
  const { ref, status, expectedReceiveDate } = inbound;
  const lines = inbound.lines ?? [];
  const type = inbound.type ?? "";
  // What a purchase goes by is a supplier's number. What a return goes by may be a customer's name.
  const isPurchase = type === "purchase";
  const supplierRef = isPurchase ? (inbound.supplierRef ?? "") : "";
  const receipts = receiptsOf(inbound, []).map((receipt) =>
    isPurchase ? receipt : { ...receipt, shipment: "" },
  );
  const received = receipts.flatMap(({ lines }) => lines);
  const unitsOf = (isDefective: boolean) =>
    sum(received.filter(({ defective }) => defective === isDefective).map(({ quantity }) => quantity ?? 0));
  const day = (expectedReceiveDate ?? "").slice(0, 10);
  return {
    ...{ ref, type, supplierRef, status, receipts, returnId: returnOfRef(ref) },
    expectedOn: /^\d{4}-\d\d-\d\d$/.test(day) ? day : "",
    lines: lines.map(({ sku, quantity, quantityReceived }) => ({
      ...{ sku, quantity, received: quantityReceived ?? 0 },
    })),
    announced: sum(lines.map(({ quantity }) => quantity)),
    ...{ good: unitsOf(false), defective: unitsOf(true) },
    search: [ref, supplierRef].join(" ").toLowerCase(),
  };
}
