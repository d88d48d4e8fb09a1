import type { StockSweep } from "@prisma/client";
import { isQueued } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";

/** A comparison of all stock as the merchant is told of it: under way, or over, asked for and not yet put away. */
export type ShownComparison =
  | {
      state: "running";
      /** What is waited for: its turn, the warehouse's list, the shop's figures, or nothing any more. */
      stage: "waiting" | "listing" | "gathering" | "comparing";
      /** Variants compared so far, and all there are to compare. */
      compared: number;
      variants: number;
    }
  | {
      state: "done";
      compared: number;
      differing: number;
      /** Changes at the warehouse no event had told of. */
      missed: number;
    };

export async function readComparison({ db, shop }: ShopContext): Promise<ShownComparison | null> {
  const [sweep, found] = await Promise.all([
    db.stockSweep.findUnique({ where: { shop } }),
    db.stockComparison.findFirst({ where: { shop, asked: true }, orderBy: { at: "desc" } }),
  ]);
  if (sweep) {
    const { compared, variants } = sweep;
    return { state: "running", stage: stageOf(sweep), compared, variants };
  }
  if (!found) return null;
  const { compared, differing, missedMore, missedLess } = found;
  return { state: "done", compared, differing, missed: missedMore + missedLess };
}

/** Whether all stock is being compared, or will be in a moment. */
export async function isComparing({ db, shop }: ShopContext): Promise<boolean> {
  return (
    (await db.stockSweep.count({ where: { shop } })) > 0 || isQueued(db, { name: "compare-stock", shop })
  );
}

function stageOf({ bulkOperationId, listed, compared }: StockSweep) {
  if (!listed) return "listing";
  if (bulkOperationId === null) return "waiting";
  return compared === 0 ? "gathering" : "comparing";
}
