import { z } from "zod";
import type { Inbound } from "../../fulfilment/answers.ts";
import type { Sku } from "../ids.ts";
import { conditionOf, ownReceiptLines } from "./inbound-receipts.ts";
import type { PurchaseLine } from "./purchase-content.ts";

/*
 * What has come in for a purchase. Receipts have no id, so they are counted, never ticked off.
 */

export const receiptsSchema = z.array(
  z.object({
    /** As the warehouse writes them. */
    date: z.string(),
    shipment: z.string(),
    /** No receipt: what the inbound's lines count beyond all of them. */
    isBeyond: z.literal(true).optional(),
    lines: z.array(
      z.object({
        /** Null where the warehouse's answer does not say. */
        sku: z
          .string()
          .transform((sku) => sku as Sku)
          .nullable(),
        quantity: z.int().nullable(),
        defective: z.boolean().nullable(),
      }),
    ),
  }),
);
export type PurchaseReceipts = z.output<typeof receiptsSchema>;

/** The receipts kept with a purchase. @throws ZodError when they are none, which only a mistake of ours can cause. */
export function readReceipts(json: unknown): PurchaseReceipts {
  return receiptsSchema.parse(json);
}

/**
 * What has come in on an inbound, receipt by receipt, of each its own lines. What the inbound's lines count beyond that is at the
 * end, as a receipt of its own. `known` are the receipts kept so far: receipts that the warehouse leaves out are unknown, not none.
 */
export function receiptsOf(
  inbound: Pick<Inbound, "ref" | "lines" | "receipts">,
  known: PurchaseReceipts,
): PurchaseReceipts {
  const receipts = inbound.receipts?.flatMap((receipt): PurchaseReceipts => {
    const lines = ownReceiptLines([receipt], inbound).map(({ sku, quantity, defective }) => ({
      ...{ sku: sku as Sku | null, quantity, defective },
    }));
    if (lines.length === 0 && receipt.lines?.length !== 0) return [];
    return [{ date: receipt.receiptDate ?? "", shipment: receipt.vendorShipmentNo ?? "", lines }];
  });
  const shown = receipts ?? known.filter(({ isBeyond }) => !isBeyond);
  const units = countReceived({ lines: [], receipts: shown, isOver: false });
  const counted = new Map(units.map(({ sku, unknown }) => [sku, -unknown]));
  for (const { sku, quantityReceived } of inbound.lines ?? [])
    counted.set(sku as Sku, (counted.get(sku as Sku) ?? 0) + (quantityReceived ?? 0));
  const beyond = [...counted].flatMap(([sku, quantity]) =>
    quantity > 0 ? [{ sku, quantity, defective: null }] : [],
  );
  return beyond.length > 0 ? [...shown, { date: "", shipment: "", lines: beyond, isBeyond: true }] : shown;
}

/** Pieces of one SKU, announced and come in. */
export interface Counted {
  sku: Sku;
  announced: number;
  good: number;
  defective: number;
  /** Came in a condition that the warehouse does not say. */
  unclear: number;
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
  const bySku = new Map<Sku, Pick<Counted, "announced" | "good" | "defective" | "unclear">>();
  const of = (sku: Sku) => {
    const known = bySku.get(sku) ?? { announced: 0, good: 0, defective: 0, unclear: 0 };
    bySku.set(sku, known);
    return known;
  };
  for (const { sku, quantity } of lines) of(sku).announced += quantity;
  for (const { sku, quantity, defective } of receipts.flatMap((receipt) => receipt.lines))
    if (sku !== null && quantity !== null) of(sku)[conditionOf(defective)] += quantity;
  return [...bySku].map(([sku, { announced, good, defective, unclear }]) => {
    const came = good + defective + unclear;
    const missing = Math.max(0, announced - came);
    const beyond = Math.max(0, came - announced);
    return {
      ...{ sku, announced, good, defective, unclear },
      ...{ short: isOver ? missing : 0, awaited: isOver ? 0 : missing },
      ...{ over: announced > 0 ? beyond : 0, unknown: announced > 0 ? 0 : beyond },
    };
  });
}

/** All of them together. */
export function sumCounted(counted: readonly Counted[]): Omit<Counted, "sku"> {
  const sum = { announced: 0, good: 0, defective: 0, unclear: 0, short: 0, awaited: 0, over: 0, unknown: 0 };
  for (const { sku: _sku, ...pieces } of counted)
    for (const kind of Object.keys(sum) as (keyof typeof sum)[]) sum[kind] += pieces[kind];
  return sum;
}
