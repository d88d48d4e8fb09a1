import type { Inbound, Receipt, ReceiptLine } from "../../fulfilment/answers.ts";
import type { Sku } from "../ids.ts";

/*
 * What an inbound's receipts and lines say has come in. Both may be left out of an answer: that is unknown, never nothing.
 */

/** Units of one SKU. */
export interface ReceivedUnits {
  good: number;
  defective: number;
  /** The warehouse does not say in which condition. Never taken for good. */
  unclear: number;
}

/** A line of a receipt that does not say what came, or how many. */
export interface UnreadLine {
  sku: Sku | null;
  quantity: number | null;
}

export interface Received {
  units: Map<Sku, ReceivedUnits>;
  unread: UnreadLine[];
  /** What was announced and is not in `units` has not come. Otherwise that is unknown. */
  isComplete: boolean;
}

type Shown = Pick<Inbound, "ref" | "lines" | "receipts">;
type OwnLine = Pick<ReceiptLine, "sku" | "quantity" | "defective" | "inboundRef">;

/** Of a receipt that leaves out its lines. */
const UNREAD: OwnLine = { sku: null, quantity: null, defective: null, inboundRef: null };

/** The lines of its receipts that are an inbound's own: one parcel may bring what several inbounds announce. */
export function ownReceiptLines(receipts: Inbound["receipts"], { ref }: Pick<Inbound, "ref">): OwnLine[] {
  return (receipts ?? [])
    .flatMap(({ lines }): readonly OwnLine[] => lines ?? [UNREAD])
    .filter(({ inboundRef }) => !inboundRef || inboundRef === ref);
}

/** Whether anything has come in, as far as the inbound shows. */
export function hasCome(inbound: Shown): boolean {
  const isCounted = inbound.lines?.some(({ quantityReceived }) => (quantityReceived ?? 0) > 0) ?? false;
  const isOwn = (receipt: Receipt) =>
    receipt.lines?.length === 0 || ownReceiptLines([receipt], inbound).length > 0;
  return isCounted || (inbound.receipts?.some(isOwn) ?? false);
}

/**
 * Units received so far. Receipts have no id, so they are counted, all of them, each time. Where the inbound's lines count more
 * than its receipts show, the rest came in an unknown condition.
 */
export function receivedOn(inbound: Shown): Received {
  const { lines, receipts } = inbound;
  const units = new Map<Sku, ReceivedUnits>();
  const unread: UnreadLine[] = [];
  for (const { sku, quantity, defective } of ownReceiptLines(receipts, inbound)) {
    if (sku === null || quantity === null) unread.push({ sku: sku as Sku | null, quantity });
    else unitsOf(units, sku as Sku)[conditionOf(defective)] += quantity;
  }
  for (const [sku, sums] of units) units.set(sku, withoutNegatives(sums));
  const counted = new Map<Sku, number>();
  for (const { sku, quantityReceived } of lines ?? [])
    counted.set(sku as Sku, (counted.get(sku as Sku) ?? 0) + (quantityReceived ?? 0));
  for (const [sku, count] of counted) {
    const more = count - totalOf(units.get(sku));
    if (more > 0) unitsOf(units, sku).unclear += more;
  }
  const isCounted = lines?.every(({ quantityReceived }) => quantityReceived !== null) ?? false;
  return { units, unread, isComplete: isCounted || (receipts !== null && unread.length === 0) };
}

export function totalOf(units: ReceivedUnits | undefined): number {
  return units ? units.good + units.defective + units.unclear : 0;
}

export function conditionOf(defective: boolean | null): keyof ReceivedUnits {
  if (defective === null) return "unclear";
  return defective ? "defective" : "good";
}

function unitsOf(units: Map<Sku, ReceivedUnits>, sku: Sku): ReceivedUnits {
  const known = units.get(sku) ?? { good: 0, defective: 0, unclear: 0 };
  units.set(sku, known);
  return known;
}

/** Units as a timeline names them: those of unknown condition only where there are some. */
export function unitsInDetails({ good, defective, unclear }: ReceivedUnits): Record<string, number> {
  return { good, defective, ...(unclear > 0 && { unclear }) };
}

/** A receipt may be corrected downwards by another, never below nothing. What is taken back in an unknown condition may be good. */
function withoutNegatives({ good, defective, unclear }: ReceivedUnits): ReceivedUnits {
  const off = Math.max(0, -unclear);
  const surelyGood = Math.max(0, good - off);
  return {
    good: surelyGood,
    defective: Math.max(0, defective - (off - Math.min(off, Math.max(0, good)))),
    unclear: Math.max(0, unclear),
  };
}
