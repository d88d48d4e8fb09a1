import type { Inbound } from "../../fulfilment/answers.ts";
import type { WarehouseClient } from "../../fulfilment/client.ts";
import type { TimelineKind } from "../timeline/timeline.ts";
import { note } from "../timeline/timeline.ts";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { changeLines, type Refused } from "./change-lines.ts";
import { isSame } from "./compare-lines.ts";
import type { PurchaseStep } from "./decide-purchase.ts";
import { toObjection } from "./own-inbound.ts";
import { bodyOf } from "./purchase-content.ts";

/** What came of a step: the inbound as it is then, and whether it may be another than was sent. */
export interface SentStep {
  inbound: Inbound | null;
  refused: Refused | null;
  /** The warehouse had one already: made by an earlier run, maybe as the merchant wanted it then. */
  found: boolean;
}

/**
 * Does at the warehouse what was decided about a purchase, and notes it. Safe twice: an inbound is looked for before its
 * making is sent again, changing to the same values and deleting are the same done again.
 * @throws FulfilmentError, unless the warehouse objects to what was asked: that is `refused`.
 */
export async function sendPurchase(
  ctx: ShopContext,
  about: {
    warehouse: WarehouseClient;
    ref: InboundRef;
    inbound: Inbound | null;
    decided: Exclude<PurchaseStep, { step: "none" }>;
  },
): Promise<SentStep> {
  const { warehouse, ref, decided } = about;
  try {
    switch (decided.step) {
      case "announce":
        return await announce(ctx, { warehouse, ref, decided });
      case "change":
        return await change(ctx, { warehouse, ref, inbound: about.inbound!, decided });
      case "delete":
        await warehouse.inbounds.delete(ref);
        await note(ctx, { subject: ref, kind: "inbound-delete", details: { ref }, outcome: "done" });
        return { inbound: null, refused: null, found: false };
    }
  } catch (error) {
    const { sentence } = await toObjection(warehouse, error);
    await note(ctx, { subject: ref, kind: KIND[decided.step], details: { ref }, outcome: "refused" });
    const refused: Refused = { kind: "refused", sentence };
    return { inbound: await warehouse.inbounds.get(ref), refused, found: false };
  }
}

const KIND = {
  announce: "announce",
  change: "inbound-change",
  delete: "inbound-delete",
} as const satisfies Record<string, TimelineKind>;

/** That it may exist is written down before it is sent, so that whatever happens to this run, the next one looks. */
async function announce(
  ctx: ShopContext,
  about: {
    warehouse: WarehouseClient;
    ref: InboundRef;
    decided: Extract<PurchaseStep, { step: "announce" }>;
  },
): Promise<SentStep> {
  const { warehouse, ref, decided } = about;
  const { shop } = ctx;
  await ctx.db.purchaseInbound.updateMany({ where: { shop, ref }, data: { announcingAt: ctx.clock() } });
  const { record, how } = await warehouse.inbounds.create(bodyOf(ref, decided.content));
  return { inbound: record, refused: null, found: how === "found" };
}

async function change(
  ctx: ShopContext,
  about: {
    warehouse: WarehouseClient;
    ref: InboundRef;
    inbound: Inbound;
    decided: Extract<PurchaseStep, { step: "change" }>;
  },
): Promise<SentStep> {
  const { warehouse, ref, decided } = about;
  let { inbound } = about;
  const fields = Object.keys(decided.fields);
  if (fields.length > 0) {
    inbound = await warehouse.inbounds.update(ref, decided.fields);
    await note(ctx, {
      ...{ subject: ref, kind: "inbound-change", outcome: "done" },
      details: { fields: fields.join(", ") },
    });
  }
  if (isSame(decided.lines)) return { inbound, refused: null, found: false };
  const changed = await changeLines(ctx, { warehouse, subject: ref, inbound, changes: decided.lines });
  const [refused = null] = changed.needs;
  return { inbound: changed.inbound, refused, found: false };
}
