import { Prisma } from "@prisma/client";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { askOfPurchase } from "./ask-of-purchase.ts";
import { readPurchaseNeeds, withUnclearSeen } from "./purchase-needs.ts";
import { isChangeable } from "./purchase-steps.ts";

export type AskPurchaseOutcome = { outcome: "asked" } | { outcome: "unknown" } | { outcome: "too-late" };

/**
 * What a merchant asks about a purchase besides changing it:
 * - `delete` it at the warehouse, while nobody there has begun with it;
 * - try `again` what the warehouse would not take;
 * - `leave` it as the warehouse has it, where a change or the deletion came too late, or where it is unclear what came.
 */
export async function askAboutPurchase(
  ctx: ShopContext,
  { ref, what }: { ref: InboundRef; what: "delete" | "again" | "leave" },
): Promise<AskPurchaseOutcome> {
  const { shop } = ctx;
  const row = await ctx.db.purchaseInbound.findUnique({ where: { shop_ref: { shop, ref } } });
  if (!row) return { outcome: "unknown" };
  switch (what) {
    case "delete":
      if (!isChangeable(row)) return { outcome: "too-late" };
      await askOfPurchase(ctx, { ref, what, data: { deleting: true, wanted: Prisma.DbNull } });
      return { outcome: "asked" };
    case "again":
      await askOfPurchase(ctx, { ref, what });
      return { outcome: "asked" };
    case "leave":
      // The warehouse never had it: there is nothing to leave it as.
      if (row.status === null) return { outcome: "too-late" };
      await askOfPurchase(ctx, {
        ...{ ref, what },
        data: {
          ...{ deleting: false, wanted: Prisma.DbNull },
          needs: withUnclearSeen(readPurchaseNeeds(row.needs)),
        },
      });
      return { outcome: "asked" };
  }
}
