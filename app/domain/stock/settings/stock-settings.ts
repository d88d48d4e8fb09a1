import type { StockMode, StockPhase } from "@prisma/client";
import type { ShopContext } from "../../shop-context.ts";

/** The merchant's choices about stock. */
export interface StockSettings {
  phase: StockPhase;
  pausedAt: Date | null;
  mode: StockMode;
  /** Pieces of each SKU that are kept back, where it has no word of its own. */
  buffer: number;
  /** How long units that moved on one side wait for the other, at least. */
  settleMinutes: number;
  /** Learned from the waits so far; see `graceMsOf`. */
  packingMinutes: number;
  activate: boolean;
  /** In percent of the mapped variants. */
  stopBeyond: number;
  saleFrom: Date | null;
  saleUntil: Date | null;
  saleBuffer: number;
  /** Whether others sell from the warehouse's stock, as the merchant says; null until they have. */
  soldElsewhere: boolean | null;
}

export const STOCK_DEFAULTS: StockSettings = {
  phase: "shadow",
  pausedAt: null,
  mode: "on_hand",
  buffer: 0,
  settleMinutes: 2_880,
  packingMinutes: 0,
  activate: false,
  stopBeyond: 10,
  saleFrom: null,
  saleUntil: null,
  saleBuffer: 0,
  soldElsewhere: null,
};

export async function loadStockSettings(ctx: ShopContext): Promise<StockSettings> {
  const { rows } = await ctx.pool.query<StockSettings>(`SELECT * FROM "StockSettings" WHERE "shop" = $1`, [
    ctx.shop,
  ]);
  return rows[0] ?? STOCK_DEFAULTS;
}
