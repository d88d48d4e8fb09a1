import { Prisma } from "@prisma/client";
import { isQueued } from "../../../jobs/catalog.ts";
import type { ShopContext } from "../../shop-context.ts";
import { loadStockSettings } from "../settings/stock-settings.ts";

/** The writing of what a comparison found to differ, while it goes on. */
export interface Writing {
  /** Variants still to be written, and about how many they were. */
  left: number;
  of: number;
}

/** `null` when nothing is being written in bulk: that is all done, or the merchant does not let it be. */
export async function readWriting(ctx: ShopContext): Promise<Writing | null> {
  const { db, shop } = ctx;
  const { phase, pausedAt } = await loadStockSettings(ctx);
  if (phase === "shadow" || pausedAt || !(await isQueued(db, { name: "write-stock", shop }))) return null;
  const chosen = phase === "selection" ? Prisma.sql`AND "live"` : Prisma.empty;
  const [{ left } = { left: 0 }] = await db.$queryRaw<{ left: number }[]>`
    SELECT count(*)::int AS "left" FROM "StockLook"
    WHERE "shop" = ${shop} AND "verdict" IN ('write', 'activate') ${chosen}`;
  if (left === 0) return null;
  const last = await db.stockComparison.findFirst({
    where: { shop, compared: { gt: 0 } },
    orderBy: { at: "desc" },
  });
  return { left, of: Math.max(left, last?.differing ?? 0) };
}
