import type { DispositionType, ReverseOrder } from "../../../shopify/returns.ts";
import { backOf, disposedOf, disposedSince, outstandingOf, type ReturnLine } from "../return-lines.ts";
import type { ReturnSettings } from "../return-settings.ts";

export interface Disposition {
  /** The reverse fulfilment order's line. */
  reverseLineId: string;
  type: DispositionType;
  quantity: number;
  /** Of this type it had so many before. */
  before: number;
  /** Whose stock it raises; null unless it is restocked. */
  variantId: string | null;
}

/** What is to be disposed of together: Shopify takes one reverse fulfilment order in a call. */
export interface Disposal {
  reverseOrderId: string;
  dispositions: Disposition[];
}

export interface DispositionReadings {
  /** With what was received of each (`allocate-receipts.ts`). */
  lines: readonly ReturnLine[];
  reverseOrders: readonly ReverseOrder[];
  policy: Pick<ReturnSettings, "restock" | "defectiveAs">;
  /** The merchant said that what is short counts as missing, and nothing more is to come. */
  countMissing: boolean;
}

/**
 * What is to be disposed of now: of each line and condition what was received so far, less what was disposed of so far,
 * by whomever. Shopify takes more than was returned, so the limits are kept here: never more than the line's quantity,
 * nor, in all, than was received.
 */
export function decideDispositions(readings: DispositionReadings): Disposal[] {
  const disposals = new Map<string, Disposition[]>();
  for (const line of readings.lines)
    for (const { reverseOrderId, ...one } of spread(line, { wanted: wantedOf(line, readings), readings }))
      disposals.set(reverseOrderId, [...(disposals.get(reverseOrderId) ?? []), one]);
  return [...disposals].map(([reverseOrderId, dispositions]) => ({ reverseOrderId, dispositions }));
}

type Wanted = { type: DispositionType; pieces: number };

function wantedOf(line: ReturnLine, readings: DispositionReadings): Wanted[] {
  const { good, defective, quantity, variantId } = line;
  const { policy, countMissing } = readings;
  // Shopify keeps no stock of what is sold without a variant.
  const ofGood: DispositionType = variantId === null ? "NOT_RESTOCKED" : "RESTOCKED";
  const ofDefective = policy.defectiveAs === "processing_required" ? "PROCESSING_REQUIRED" : "NOT_RESTOCKED";
  // What was settled before the warehouse was asked for the rest are other units than those that came in.
  const disposed = disposedSince(line);
  const back = backOf({ disposed });
  const goodDisposed = disposed[ofGood];
  // Whoever disposes of a piece as anything else takes it for one that is not to be sold.
  const defectiveDisposed = back - goodDisposed;
  let most = Math.min(good + defective - back, quantity - disposedOf(line));
  const upTo = (pieces: number) => {
    const allowed = Math.max(0, Math.min(pieces, most));
    most -= allowed;
    return allowed;
  };
  const goodNow = policy.restock ? upTo(good - goodDisposed) : 0;
  const defectiveNow = policy.defectiveAs === "left" ? 0 : upTo(defective - defectiveDisposed);
  const wanted: Wanted[] =
    ofGood === ofDefective
      ? [{ type: ofGood, pieces: goodNow + defectiveNow }]
      : [
          { type: ofGood, pieces: goodNow },
          { type: ofDefective, pieces: defectiveNow },
        ];
  return countMissing ? [...wanted, { type: "MISSING", pieces: outstandingOf(line) }] : wanted;
}

/** Lays pieces out over the open reverse orders' lines that belong to a line, each up to what is left of it. */
function spread(
  line: ReturnLine,
  { wanted, readings }: { wanted: readonly Wanted[]; readings: DispositionReadings },
): (Disposition & { reverseOrderId: string })[] {
  const places = readings.reverseOrders
    .filter(({ isOpen }) => isOpen)
    .flatMap(({ id: reverseOrderId, lines }) => lines.map((one) => ({ ...one, reverseOrderId })))
    .filter(({ fulfillmentLineItemId }) => fulfillmentLineItemId === line.id)
    .map((one) => ({
      ...one,
      left: one.quantity - one.dispositions.reduce((sum, { quantity }) => sum + quantity, 0),
    }));
  const laid: (Disposition & { reverseOrderId: string })[] = [];
  for (const { type, pieces } of wanted) {
    let rest = pieces;
    for (const place of places) {
      const quantity = Math.min(rest, place.left);
      if (quantity <= 0) continue;
      place.left -= quantity;
      rest -= quantity;
      laid.push({
        ...{ reverseOrderId: place.reverseOrderId, reverseLineId: place.id, type, quantity },
        before: place.dispositions.reduce((sum, one) => sum + (one.type === type ? one.quantity : 0), 0),
        variantId: type === "RESTOCKED" ? line.variantId : null,
      });
    }
  }
  return laid;
}
