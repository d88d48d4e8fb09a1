import type { Return } from "@prisma/client";
import { MoreShippedLinesDocument, ShippedFromDocument } from "../../shopify/generated/operations.ts";
import { allPages, type ShopReturn } from "../../shopify/returns.ts";
import type { ShopContext } from "../shop-context.ts";
import { joinLines } from "./join-lines.ts";
import { loadGoods } from "./load-goods.ts";
import { NONE_DISPOSED, readLines, type LoadedLine, type ReturnLine } from "./return-lines.ts";

const NONE_RECEIVED = { good: 0, defective: 0, unclear: 0 };

interface Request {
  shown: ShopReturn;
  /** The return as it is stored; null when it is not yet. */
  known: Pick<Return, "lines" | "announcingAt" | "sendAll"> | null;
  /** The connected one. */
  locationId: string;
  /** Ends the fetch early. */
  signal?: AbortSignal | undefined;
}

/**
 * The lines of a return: what each is to the warehouse, where it was shipped from, and whether it is sent to the warehouse.
 * Lines that are not sent keep the received units that were stored; the others have none yet (`allocate-receipts.ts`).
 * @throws ShopifyError
 */
export async function loadLines(ctx: ShopContext, request: Request): Promise<LoadedLine[]> {
  const { shown, known, locationId } = request;
  const kept = new Map(known ? readLines(known.lines).map((line) => [line.id, line]) : []);
  const wasSent = known?.announcingAt != null;
  const [goods, shippedFrom] = await Promise.all([
    loadGoods(ctx, shown),
    loadShippedFrom(ctx, { ...request, kept, wasSent }),
  ]);
  return joinLines(shown, goods).map((line) => {
    const before = kept.get(line.id);
    const from = shippedFrom.get(line.id);
    const isOurs = from === undefined || from === locationId;
    // A line that was sent stays sent, also when another location is connected.
    const isExpected = wasSent && Boolean(before?.isSent);
    const isSent = isOurs || isExpected || Boolean(known?.sendAll);
    const units = {
      good: before?.good ?? 0,
      defective: before?.defective ?? 0,
      unclear: before?.unclear ?? 0,
    };
    return {
      ...{ ...line, ...(isSent ? NONE_RECEIVED : units), isSent },
      // The warehouse is not asked for the other lines, so none of their units was settled before that.
      settledBefore: isSent ? (isExpected && before ? before.settledBefore : null) : NONE_DISPOSED,
      ...(from !== undefined && { shippedFrom: from }),
    };
  });
}

/**
 * By line, the location that shipped it; null when Shopify names none. Each line is asked about until its location is known, and that
 * stays. Not in it are the lines of a return that is not open, and those that were sent before locations were asked for.
 */
async function loadShippedFrom(
  ctx: ShopContext,
  {
    shown,
    known,
    kept,
    wasSent,
    signal,
  }: Request & { kept: ReadonlyMap<string, ReturnLine>; wasSent: boolean },
): Promise<Map<string, string | null>> {
  const locations = new Map<string, string | null>();
  const unknown: string[] = [];
  for (const id of shown.lines.flatMap(({ sold }) => sold?.fulfillmentLineItemId ?? [])) {
    const line = kept.get(id);
    if (line?.shippedFrom !== undefined) locations.set(id, line.shippedFrom);
    if (!line || line.shippedFrom === null || (line.shippedFrom === undefined && !wasSent)) unknown.push(id);
  }
  if (unknown.length === 0 || shown.status !== "OPEN" || known?.sendAll) return locations;
  const fetched = await fetchShippedFrom(ctx, { returnId: shown.id, signal });
  for (const id of unknown) locations.set(id, fetched.get(id) ?? null);
  return locations;
}

/** Of an order with more than 100 fulfillments, the lines of the others are not found. */
async function fetchShippedFrom(
  { admin }: ShopContext,
  { returnId, signal }: { returnId: string; signal: AbortSignal | undefined },
): Promise<Map<string, string | null>> {
  const answer = await admin.request(ShippedFromDocument, { returnId }, { signal });
  const fulfillments = answer.return?.order.fulfillments ?? [];
  const found = await Promise.all(
    fulfillments.map(async ({ id: fulfillmentId, location, fulfillmentLineItems }) => {
      const lines = await allPages(fulfillmentLineItems, async (after) => {
        const more = await admin.request(MoreShippedLinesDocument, { fulfillmentId, after }, { signal });
        return more.fulfillment?.fulfillmentLineItems;
      });
      return lines.map(({ id }) => [id, location?.id ?? null] as const);
    }),
  );
  return new Map(found.flat());
}
