import { TZDate } from "@date-fns/tz";
import { readBuffer } from "./read-buffer.ts";
import type { StockSettings } from "./stock-settings.ts";

/** The merchant's choices as typed; times as `2026-11-27T08:00`, in the time zone the form was shown in. */
export type StockForm = Record<(typeof STOCK_FIELDS)[number], string>;

export const STOCK_FIELDS = [
  "mode",
  "buffer",
  "settleMinutes",
  "activate",
  "stopBeyond",
  "saleFrom",
  "saleUntil",
  "saleBuffer",
  "timeZone",
] as const;

export type StockFault =
  | Exclude<keyof StockForm, "activate" | "timeZone">
  /** A sale that ends has to begin. */
  | "saleFromMissing"
  | "saleUntilBefore";

type Typed = Omit<StockSettings, "phase" | "pausedAt">;
export type ReadStockFormOutcome =
  { outcome: "read"; settings: Typed } | { outcome: "invalid"; faults: StockFault[] };

/** A day: what has not left the warehouse by then was not sold. */
const MOST_MINUTES = 1_440;

/** Reads what was typed, and names everything that cannot be meant. */
export function readStockForm(form: StockForm): ReadStockFormOutcome {
  const { mode } = form;
  const settings = {
    mode: mode === "on_hand" || mode === "available" ? mode : undefined,
    buffer: readBuffer(form.buffer),
    settleMinutes: upTo(MOST_MINUTES, form.settleMinutes),
    stopBeyond: upTo(100, form.stopBeyond),
    saleFrom: readTime(form.saleFrom, form.timeZone),
    saleUntil: readTime(form.saleUntil, form.timeZone),
    saleBuffer: readBuffer(form.saleBuffer),
  };
  const { saleFrom, saleUntil } = settings;
  const faults: StockFault[] = [];
  for (const [name, value] of Object.entries(settings))
    if (value === undefined) faults.push(name as keyof typeof settings);
  if (saleUntil && saleFrom === null) faults.push("saleFromMissing");
  if (saleUntil && saleFrom && saleUntil <= saleFrom) faults.push("saleUntilBefore");
  if (faults.length > 0) return { outcome: "invalid", faults };
  return { outcome: "read", settings: { ...(settings as Typed), activate: form.activate === "on" } };
}

/** `null` when nothing is typed, `undefined` when it is no time. */
function readTime(typed: string, timeZone: string): Date | null | undefined {
  if (typed.trim() === "") return null;
  // From the year 1000 on: of a smaller number JavaScript makes another year.
  if (!/^[1-9]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(typed)) return undefined;
  const utc = new Date(`${typed}Z`);
  // The 30th of February would be taken for a day in March.
  if (Number.isNaN(utc.getTime()) || !utc.toISOString().startsWith(typed.slice(0, 10))) return undefined;
  const [year, month, day] = [utc.getUTCFullYear(), utc.getUTCMonth(), utc.getUTCDate()];
  const at = new TZDate(year, month, day, utc.getUTCHours(), utc.getUTCMinutes(), timeZone);
  return Number.isNaN(at.getTime()) ? undefined : new Date(at.getTime());
}

/** A time as a field takes it, in a time zone. */
export function writeTime(at: Date | null, timeZone: string): string {
  return at ? new TZDate(at, timeZone).toISOString().slice(0, 16) : "";
}

function upTo(most: number, typed: string): number | undefined {
  const value = readBuffer(typed);
  return value !== undefined && value <= most ? value : undefined;
}
