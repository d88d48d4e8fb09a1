import { TZDate } from "@date-fns/tz";
import type { StockMode } from "@prisma/client";
import { GRACE_MAX_MINUTES } from "./decide-rules.ts";
import { readBuffer } from "./read-buffer.ts";
import type { StockSettings } from "./stock-settings.ts";

/** The merchant's choices as typed; times as `2026-11-27T08:00`, in the time zone the form was shown in. */
export type StockForm = Record<(typeof STOCK_FIELDS)[number], string>;

export const STOCK_FIELDS = [
  "mode",
  "buffer",
  "settleHours",
  "activate",
  "stopBeyond",
  "saleFrom",
  "saleUntil",
  "saleBuffer",
  "soldElsewhere",
  "timeZone",
] as const;

export type StockFault =
  | Exclude<keyof StockForm, "activate" | "timeZone">
  /** A sale that ends has to begin. */
  | "saleFromMissing"
  | "saleUntilBefore";

type Typed = Omit<StockSettings, "phase" | "pausedAt" | "packingMinutes">;
type Defined<Fields> = { [Name in keyof Fields]: Exclude<Fields[Name], undefined> };
export type ReadStockFormOutcome =
  | { outcome: "read"; settings: Typed }
  | { outcome: "invalid"; faults: StockFault[] };

/** Two weeks: by then an order is packed, or something is wrong with it. */
const MOST_SETTLE_HOURS = GRACE_MAX_MINUTES / 60;

/** Reads what was typed, and names everything that cannot be meant. */
export function readStockForm(form: StockForm): ReadStockFormOutcome {
  const mode: StockMode | undefined =
    form.mode === "on_hand" || form.mode === "available" ? form.mode : undefined;
  const fields = {
    mode,
    buffer: readBuffer(form.buffer),
    // With no wait at all, each order that is fulfilled before it is packed would be sold twice.
    settleHours: from(1, { most: MOST_SETTLE_HOURS, typed: form.settleHours }),
    stopBeyond: from(0, { most: 100, typed: form.stopBeyond }),
    saleFrom: readTime(form.saleFrom, form.timeZone),
    saleUntil: readTime(form.saleUntil, form.timeZone),
    saleBuffer: readBuffer(form.saleBuffer),
    soldElsewhere: readAnswer(form.soldElsewhere),
  };
  const { saleFrom, saleUntil } = fields;
  const faults: StockFault[] = [];
  for (const [name, value] of Object.entries(fields))
    if (value === undefined) faults.push(name as keyof typeof fields);
  if (saleUntil && saleFrom === null) faults.push("saleFromMissing");
  if (saleUntil && saleFrom && saleUntil <= saleFrom) faults.push("saleUntilBefore");
  if (faults.length > 0) return { outcome: "invalid", faults };
  const { settleHours, ...settings } = fields as Defined<typeof fields>;
  return {
    outcome: "read",
    settings: { ...settings, settleMinutes: settleHours * 60, activate: form.activate === "on" },
  };
}

/** The form of these settings, with times in a time zone. */
export function writeStockForm(settings: Typed, timeZone: string): StockForm {
  const { mode, buffer, settleMinutes, activate, stopBeyond, saleFrom, saleUntil, saleBuffer } = settings;
  const { soldElsewhere } = settings;
  return {
    ...{ mode, buffer: String(buffer), stopBeyond: String(stopBeyond) },
    // Longer is safer.
    settleHours: String(Math.ceil(settleMinutes / 60)),
    activate: activate ? "on" : "",
    ...{ saleFrom: writeTime(saleFrom, timeZone), saleUntil: writeTime(saleUntil, timeZone) },
    ...{ saleBuffer: String(saleBuffer), timeZone },
    soldElsewhere: writeAnswer(soldElsewhere),
  };
}

/** `null` when the question is not answered, `undefined` when it is no answer. */
function readAnswer(chosen: string): boolean | null | undefined {
  if (chosen === "") return null;
  return chosen === "yes" || chosen === "no" ? chosen === "yes" : undefined;
}

export function writeAnswer(answer: boolean | null): string {
  return answer === null ? "" : answer ? "yes" : "no";
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

function from(least: number, { most, typed }: { most: number; typed: string }): number | undefined {
  const value = readBuffer(typed);
  return value !== undefined && value >= least && value <= most ? value : undefined;
}
