import type { StockMode, StockPhase } from "@prisma/client";
import type { ShopContext } from "../shop-context.ts";
import type { StockRules } from "./decide-stock.ts";

/** The merchant's choices about stock. */
export interface StockSettings {
  phase: StockPhase;
  pausedAt: Date | null;
  mode: StockMode;
  /** Pieces of each SKU that are kept back, where it has no word of its own. */
  buffer: number;
  settleMinutes: number;
  activate: boolean;
  /** In percent of the mapped variants. */
  stopBeyond: number;
  saleFrom: Date | null;
  saleUntil: Date | null;
  saleBuffer: number;
}

export const STOCK_DEFAULTS: StockSettings = {
  phase: "shadow",
  pausedAt: null,
  mode: "on_hand",
  buffer: 0,
  settleMinutes: 15,
  activate: false,
  stopBeyond: 10,
  saleFrom: null,
  saleUntil: null,
  saleBuffer: 0,
};

export async function loadStockSettings(ctx: ShopContext): Promise<StockSettings> {
  const { rows } = await ctx.pool.query<StockSettings>(`SELECT * FROM "StockSettings" WHERE "shop" = $1`, [
    ctx.shop,
  ]);
  return rows[0] ?? STOCK_DEFAULTS;
}

/** A sale begins with its first minute and is over with its last. */
export function isSaleOn({ saleFrom, saleUntil }: StockSettings, now: Date): boolean {
  return saleFrom !== null && saleFrom <= now && (saleUntil === null || now < saleUntil);
}

/** The rules as they stand at `now`. */
export function rulesAt(settings: StockSettings, now: Date): StockRules {
  const { mode, settleMinutes, activate } = settings;
  return { mode, activate, now, settleMs: settleMinutes * 60_000, decreasesOnly: isSaleOn(settings, now) };
}

/** Pieces of an SKU that are kept back at `now`; `own` is its own word, where it has one. */
export function bufferAt(settings: StockSettings, { own, now }: { own: number | null; now: Date }): number {
  const usual = own ?? settings.buffer;
  return isSaleOn(settings, now) ? Math.max(usual, settings.saleBuffer) : usual;
}
