import type { Inbound } from "../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import type { MerchantSentence } from "../../fulfilment/errors.ts";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { note, type NewEntry } from "../timeline/timeline.ts";
import { toObjection } from "./own-inbound.ts";
import { refOfLine, type LineChanges } from "./compare-lines.ts";

/** What the warehouse would not do about an inbound, in a form that both kinds of needs take. */
export interface Refused {
  kind: "refused";
  sentence: MerchantSentence;
}

/**
 * Makes an inbound's lines those that are wanted, as the timeline of `subject` tells. Safe twice: setting a quantity and
 * deleting are the same done again, an addition whose answer was lost is looked for first, and one that arrives late is
 * a second line of its SKU, which the next comparison takes away.
 * @returns the inbound as it is then, or what the warehouse objected to: it may have begun with the goods meanwhile.
 * @throws FulfilmentError
 */
export async function changeLines(
  ctx: ShopContext,
  about: { warehouse: WarehouseClient; subject: string; inbound: Inbound; changes: LineChanges },
): Promise<{ inbound: Inbound | null; needs: Refused[] }> {
  const { warehouse, subject, inbound, changes } = about;
  const ref = inbound.ref as InboundRef;
  const known = (inbound.lines ?? []).map((line) => line.ref);
  const done = (entry: Pick<NewEntry, "kind" | "details">) =>
    note(ctx, { subject, outcome: "done", ...entry });
  try {
    for (const { ref: lineRef, sku, quantity } of changes.change) {
      await warehouse.lines.update(ref, { lineRef, changes: { quantity } });
      await done({ kind: "line-change", details: { sku, quantity } });
    }
    for (const { sku, quantity } of changes.add) {
      const line = { ref: refOfLine(ref, sku), sku, quantity };
      await warehouse.lines.create(ref, { line, known });
      await done({ kind: "line-add", details: { sku, quantity } });
    }
    // Last, so that an inbound that is never without a line does not look done with.
    for (const { ref: lineRef, sku } of changes.remove) {
      await warehouse.lines.delete(ref, lineRef);
      await done({ kind: "line-remove", details: { sku } });
    }
  } catch (error) {
    const { sentence } = await toObjection(warehouse, error);
    return { inbound: await warehouse.inbounds.get(ref), needs: [{ kind: "refused", sentence }] };
  }
  return { inbound: await warehouse.inbounds.get(ref), needs: [] };
}
