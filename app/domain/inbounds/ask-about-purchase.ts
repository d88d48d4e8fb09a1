import { Prisma } from "@prisma/client";
import type { InboundRef } from "../ids.ts";
import type { ShopContext } from "../shop-context.ts";
import { askOfPurchase } from "./ask-of-purchase.ts";
import { leaveAsItIs, needsOfReceipts, readPurchaseNeeds, type PurchaseNeed } from "./purchase-needs.ts";
import { isChangeable } from "./purchase-steps.ts";

export type AskPurchaseOutcome = { outcome: "asked" | "unknown" | "too-late" | "moved-on" };

export type PurchaseRequest =
  | { what: "delete" | "again" }
  /** `needs` as the page shows them. */
  | { what: "leave"; needs: readonly PurchaseNeed[] };

/**
 * What a merchant asks about a purchase besides changing it:
 * - `delete` it at the warehouse, while nobody there has begun with it;
 * - try `again` what the warehouse would not take;
 * - `leave` it as the warehouse has it, where a change or the deletion came too late or was refused, or where it is unclear what came.
 */
export async function askAboutPurchase(
  ctx: ShopContext,
  { ref, ...request }: { ref: InboundRef } & PurchaseRequest,
): Promise<AskPurchaseOutcome> {
  return askOfPurchase<"too-late" | "moved-on">(ctx, {
    ...{ ref, what: request.what },
    decide(row) {
      const before = readPurchaseNeeds(row.needs);
      switch (request.what) {
        case "delete":
          if (!isChangeable(row)) return { refused: "too-late" };
          return { data: { deleting: true, wanted: Prisma.DbNull }, needs: needsOfReceipts(before) };
        case "again":
          return {};
        case "leave": {
          // The warehouse never had it: there is nothing to leave it as.
          if (row.status === null) return { refused: "too-late" };
          const left = leaveAsItIs(before, request.needs);
          if (!left) return { refused: "moved-on" };
          const { needs, isDropped } = left;
          const data = isDropped ? { deleting: false, wanted: Prisma.DbNull } : {};
          return { data, needs };
        }
      }
    },
  });
}
