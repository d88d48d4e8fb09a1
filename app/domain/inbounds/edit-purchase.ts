import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { askOfPurchase } from "./ask-of-purchase.ts";
import { judgeContent, type ContentObjections, type JudgeContent } from "./judge-content.ts";
import { readContent } from "./purchase-content.ts";
import { needsOfReceipts, readPurchaseNeeds } from "./purchase-needs.ts";
import { isChangeable } from "./purchase-steps.ts";

export type EditPurchaseOutcome =
  | { outcome: "asked" }
  | { outcome: "unknown" }
  /** The warehouse has begun with it, or it is over: it stays as it is. */
  | { outcome: "too-late" }
  | ({ outcome: "objections" } & ContentObjections);

/**
 * Takes in how the merchant wants a purchase, and has the warehouse told. Should it turn out to have begun with it
 * meanwhile, nothing is changed and the merchant is told.
 */
export async function editPurchase(
  ctx: ShopContext,
  { ref, ...changed }: { ref: InboundRef } & Omit<JudgeContent, "known">,
): Promise<EditPurchaseOutcome> {
  const { shop } = ctx;
  const { content } = changed;
  const row = await ctx.db.purchaseInbound.findUnique({ where: { shop_ref: { shop, ref } } });
  if (!row) return { outcome: "unknown" };
  if (!isChangeable(row)) return { outcome: "too-late" };
  // What stands on it already, the warehouse knows.
  const known = row.status === null ? [] : readContent(row.content).lines.map(({ sku }) => sku);
  const objections = await judgeContent(ctx, { ...changed, known });
  if (objections) return { outcome: "objections", ...objections };
  return askOfPurchase<"too-late">(ctx, {
    ...{ ref, what: "edit" },
    decide(now) {
      if (!isChangeable(now)) return { refused: "too-late" };
      return { data: { wanted: content }, needs: needsOfReceipts(readPurchaseNeeds(now.needs)) };
    },
  });
}
