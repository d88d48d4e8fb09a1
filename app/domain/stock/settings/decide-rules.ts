import type { StockRules } from "../mirror/decide-stock.ts";
import type { StockSettings } from "./stock-settings.ts";

/* What the merchant's choices about stock come to at a point in time. */

/** A sale begins with its first minute and is over with its last. */
export function isSaleOn(
  { saleFrom, saleUntil }: Pick<StockSettings, "saleFrom" | "saleUntil">,
  now: Date,
): boolean {
  return saleFrom !== null && saleFrom <= now && (saleUntil === null || now < saleUntil);
}

/** When a sale begins or ends next; null when none does. */
export function nextTurn(
  { saleFrom, saleUntil }: Pick<StockSettings, "saleFrom" | "saleUntil">,
  now: Date,
): Date | null {
  // A sale ends after it has begun, so the first that lies ahead is the next.
  return [saleFrom, saleUntil].find((at) => at !== null && at > now) ?? null;
}

/** The longest grace period there is, in minutes. */
export const GRACE_MAX_MINUTES = 14 * 24 * 60;
/** A unit has waited too long when it has waited for so many packing times. */
const PACKING_TIMES = 2;

/**
 * How long units that moved on one side wait for the other: as long as the merchant has chosen, and longer where the warehouse
 * takes longer to pack. In milliseconds.
 */
export function graceMsOf({
  settleMinutes,
  packingMinutes,
}: Pick<StockSettings, "settleMinutes" | "packingMinutes">): number {
  const minutes = Math.max(settleMinutes, Math.min(PACKING_TIMES * packingMinutes, GRACE_MAX_MINUTES));
  return Math.round(minutes * 60_000);
}

/** The rules as they stand at `now`. */
export function rulesAt(settings: StockSettings, now: Date): StockRules {
  const { mode, activate } = settings;
  return { mode, activate, now, graceMs: graceMsOf(settings), decreasesOnly: isSaleOn(settings, now) };
}

/** Pieces of an SKU that are kept back at `now`; `own` is its own word, where it has one. */
export function bufferAt(settings: StockSettings, { own, now }: { own: number | null; now: Date }): number {
  const usual = own ?? settings.buffer;
  return isSaleOn(settings, now) ? Math.max(usual, settings.saleBuffer) : usual;
}

/** Whether the merchant lets us write the stock of a variant; `live` is whether they chose it before the others. */
export function isWritten(
  { phase, pausedAt }: Pick<StockSettings, "phase" | "pausedAt">,
  { live }: { live: boolean },
): boolean {
  return pausedAt === null && (phase === "live" || (phase === "selection" && live));
}

/** Paused says most, then a sale, then how far the shop is live. */
export type Stand = StockSettings["phase"] | "paused" | "sale";

/** Where the merchant stands with writing stock. */
export function standOf(settings: StockSettings, now: Date): Stand {
  if (settings.pausedAt) return "paused";
  return settings.phase !== "shadow" && isSaleOn(settings, now) ? "sale" : settings.phase;
}
