import { z } from "zod";
import type { Inbound } from "../../fulfilment/answers.ts";
import type { Sku } from "../ids.ts";
import type { PurchaseLine } from "./purchase-content.ts";

/*
 * What has come in for a purchase. Receipts have no id, so they are counted, never ticked off.
 */

const receiptsSchema = z.array(
  z.object({
    /** As the warehouse writes them. */
    date: z.string(),
    shipment: z.string(),
    lines: z.array(
      z.object({
        sku: z.string().transform((sku) => sku as Sku),
        quantity: z.int(),
        defective: z.boolean(),
      }),
    ),
  }),
);
export type PurchaseReceipts = z.output<typeof receiptsSchema>;

/** The receipts kept with a purchase. @throws ZodError when they are none, which only a mistake of ours can cause. */
export function readReceipts(json: unknown): PurchaseReceipts {
  return receiptsSchema.parse(json);
}

export function receiptsOf({ receipts }: Pick<Inbound, "receipts">): PurchaseReceipts {
  return receipts.map(({ receiptDate, vendorShipmentNo, lines }) => ({
    ...{ date: receiptDate ?? "", shipment: vendorShipmentNo ?? "" },
    lines: lines.map(({ sku, quantity, defective }) => ({ sku: sku as Sku, quantity, defective })),
  }));
}

/** Pieces of one SKU, announced and come in. */
export interface Counted {
  sku: Sku;
  announced: number;
  good: number;
  defective: number;
  /** The warehouse is done, and so many have not come. */
  short: number;
  /** The warehouse is not done, and so many may still come. */
  awaited: number;
  /** Came beyond what was announced. */
  over: number;
  /** Came without having been announced at all. */
  unknown: number;
}

/** What was announced against what came in, SKU by SKU: announced ones in their order, then the others. */
export function countReceived(about: {
  lines: readonly PurchaseLine[];
  receipts: PurchaseReceipts;
  /** Nothing more comes of it. */
  isOver: boolean;
}): Counted[] {
  const { lines, receipts, isOver } = about;
  const bySku = new Map<Sku, { announced: number; good: number; defective: number }>();
  const of = (sku: Sku) => {
    const known = bySku.get(sku) ?? { announced: 0, good: 0, defective: 0 };
    bySku.set(sku, known);
    return known;
  };
  for (const { sku, quantity } of lines) of(sku).announced += quantity;
  for (const { sku, quantity, defective } of receipts.flatMap((receipt) => receipt.lines))
    of(sku)[defective ? "defective" : "good"] += quantity;
  return [...bySku].map(([sku, { announced, good, defective }]) => {
    const came = good + defective;
    const missing = Math.max(0, announced - came);
    const beyond = Math.max(0, came - announced);
    return {
      ...{ sku, announced, good, defective },
      ...{ short: isOver ? missing : 0, awaited: isOver ? 0 : missing },
      ...{ over: announced > 0 ? beyond : 0, unknown: announced > 0 ? 0 : beyond },
    };
  });
}

/** All of them together. */
export function sumCounted(counted: readonly Counted[]): Omit<Counted, "sku"> {
  const sum = { announced: 0, good: 0, defective: 0, short: 0, awaited: 0, over: 0, unknown: 0 };
  for (const { sku: _sku, ...pieces } of counted)
    for (const kind of Object.keys(sum) as (keyof typeof sum)[]) sum[kind] += pieces[kind];
  return sum;
}
