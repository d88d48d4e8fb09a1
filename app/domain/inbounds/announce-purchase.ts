import { queueJob } from "../../jobs/catalog.ts";
import { loadConnection } from "../connection/load-connection.ts";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { note } from "../timeline/timeline.ts";
import { judgeContent, type ContentObjections, type JudgeContent } from "./judge-content.ts";
import { listedOf } from "./purchase-content.ts";
import { refOfPurchase } from "./purchase-ref.ts";

export type AnnouncePurchaseOutcome =
  | { outcome: "announced"; ref: InboundRef }
  | { outcome: "not-connected" }
  | ({ outcome: "objections" } & ContentObjections);

/**
 * Takes in what the merchant announces, and has the warehouse told. A form that is sent twice is one purchase: the second
 * time changes nothing.
 */
export async function announcePurchase(
  ctx: ShopContext,
  { formId, ...wanted }: { formId: string } & Omit<JudgeContent, "known">,
): Promise<AnnouncePurchaseOutcome> {
  const { shop } = ctx;
  if (!(await loadConnection(ctx))) return { outcome: "not-connected" };
  const { content } = wanted;
  const objections = await judgeContent(ctx, wanted);
  if (objections) return { outcome: "objections", ...objections };
  const ref = refOfPurchase(formId);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.purchaseInbound.createMany({
      data: {
        ...{ shop, ref, content, wanted: content, receipts: [], needs: [], createdAt: ctx.clock() },
        ...listedOf(ref, content),
      },
      skipDuplicates: true,
    });
    if (count === 0) return;
    await note({ ...ctx, db: tx }, { subject: ref, kind: "asked", details: { what: "purchase" } });
    await queueJob(tx, { name: "follow-purchase", shop, ref });
  });
  return { outcome: "announced", ref };
}
