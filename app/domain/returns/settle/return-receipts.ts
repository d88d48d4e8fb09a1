import { z } from "zod";
import type { Inbound } from "../../../fulfilment/answers.ts";
import type { Sku } from "../../ids.ts";
import { receivedOn, totalOf, type ReceivedUnits, type UnreadLine } from "../../inbounds/inbound-receipts.ts";
import { receiptsOf, receiptsSchema, type PurchaseReceipts } from "../../inbounds/purchase-receipts.ts";

/*
 * What has come in of a return, over all inbounds it has had. One that is deleted at the warehouse takes its receipts with it,
 * and the units are there all the same: what an inbound showed last is stored with the return, and counts.
 */

const count = z.int().min(0);

const readingSchema = z.object({
  ref: z.string(),
  units: z.array(
    z.object({
      sku: z.string(),
      ...{ good: count, defective: count, unclear: count },
      /** The most it has shown at any time: in good condition, and in all. Less than that now is a correction. */
      ...{ mostGood: count, most: count },
    }),
  ),
  unread: z.array(z.object({ sku: z.string().nullable(), quantity: z.int().nullable() })),
  /** One by one, with day and parcel; of readings stored before these were kept, none. */
  receipts: receiptsSchema.default([]),
  /** The numbers of its parcels are forgotten, though the warehouse goes on showing them. */
  isForgotten: z.literal(true).exactOptional(),
});

/** What one inbound of a return showed last. */
export type Reading = z.infer<typeof readingSchema>;

/** What is stored with a return. @throws ZodError when it is none, which only a mistake of ours can cause. */
export function readReadings(json: unknown): Reading[] {
  return z.array(readingSchema).parse(json);
}

/** The readings with what an inbound shows now. What it leaves out of its answer stands as it was. */
export function withInbound(
  readings: readonly Reading[],
  inbound: Pick<Inbound, "ref" | "lines" | "receipts"> | null,
): Reading[] {
  if (!inbound) return [...readings];
  const { ref } = inbound;
  const before = readings.find((one) => one.ref === ref);
  const { units, unread, isComplete } = receivedOn(inbound);
  if (units.size === 0 && unread.length === 0 && (!before || !isComplete)) return [...readings];
  const known = new Map(before?.units.map((one) => [one.sku as Sku, one]));
  const skus = new Set([...known.keys(), ...units.keys()]);
  const shown: Reading = {
    ref,
    units: [...skus].map((sku) => {
      const counted = units.get(sku) ?? { good: 0, defective: 0, unclear: 0 };
      const stored = known.get(sku);
      // What the answer leaves out, it does not take back.
      const isPartial = !isComplete || (inbound.lines === null && (stored?.unclear ?? 0) > 0);
      const { good, defective, unclear } =
        stored && isPartial && totalOf(counted) < totalOf(stored) ? stored : counted;
      return {
        ...{ sku, good, defective, unclear },
        mostGood: Math.max(good, known.get(sku)?.mostGood ?? 0),
        most: Math.max(good + defective + unclear, known.get(sku)?.most ?? 0),
      };
    }),
    unread,
    receipts: inOrder(receiptsOf(inbound, before?.receipts ?? [])),
  };
  const now = before?.isForgotten ? withoutParcels(shown) : shown;
  return before ? readings.map((one) => (one === before ? now : one)) : [...readings, now];
}

/** The oldest first: warehouses may show them in any order. */
function inOrder(receipts: PurchaseReceipts): PurchaseReceipts {
  const keyOf = (one: PurchaseReceipts[number]) =>
    [one.isBeyond ? 1 : 0, one.date, one.shipment, JSON.stringify(one.lines)].join();
  return receipts.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** A reading without the numbers of parcels, by which a carrier knows who sent them. */
export const withoutParcels = (reading: Reading): Reading => ({
  ...{ ...reading, isForgotten: true },
  receipts: reading.receipts.map((receipt) => ({ ...receipt, shipment: "" })),
});

/** What all inbounds of a return have brought, as far as is known. */
export interface ReturnReceipts {
  units: Map<Sku, ReceivedUnits>;
  unread: UnreadLine[];
  /** By SKU, by how many units receipts were corrected downwards. */
  fewer: Map<Sku, number>;
  /** SKUs of which an inbound once showed more in good condition. */
  fewerGood: Set<Sku>;
}

export function sumOf(readings: readonly Reading[]): ReturnReceipts {
  const sum: ReturnReceipts = { units: new Map(), unread: [], fewer: new Map(), fewerGood: new Set() };
  for (const { units, unread } of readings) {
    sum.unread.push(...unread.map((line) => ({ ...line, sku: line.sku as Sku | null })));
    for (const { sku: text, mostGood, most, ...now } of units) {
      const sku = text as Sku;
      const before = sum.units.get(sku) ?? { good: 0, defective: 0, unclear: 0 };
      sum.units.set(sku, {
        good: before.good + now.good,
        defective: before.defective + now.defective,
        unclear: before.unclear + now.unclear,
      });
      if (totalOf(now) < most) sum.fewer.set(sku, (sum.fewer.get(sku) ?? 0) + most - totalOf(now));
      if (now.good < mostGood) sum.fewerGood.add(sku);
    }
  }
  return sum;
}

/** Units that came in on other inbounds of a return than this one, by SKU. */
export function broughtEarlier(
  readings: readonly Reading[],
  inbound: Pick<Inbound, "ref"> | null,
): Map<Sku, number> {
  const { units } = sumOf(readings.filter(({ ref }) => ref !== inbound?.ref));
  return new Map([...units].map(([sku, pieces]) => [sku, totalOf(pieces)]));
}
