import type { ReturnSettings } from "./return-settings.ts";

/** Choices that are ticked or not. */
export const RETURN_SWITCHES = [
  "approve",
  "announce",
  "label",
  "notify",
  "restock",
  "close",
  "process",
] as const satisfies (keyof ReturnSettings)[];
export type ReturnSwitch = (typeof RETURN_SWITCHES)[number];

export const DEFECTIVE_AS = [
  "not_restocked",
  "processing_required",
  "left",
] as const satisfies ReturnSettings["defectiveAs"][];

/** The merchant's choices as typed; what is ticked is `on`. */
export type ReturnForm = Record<string, string>;
export type ReturnField = keyof ReturnSettings;
export const RETURN_FIELDS = [
  ...RETURN_SWITCHES,
  ...(["expectedDays", "overdueDays", "defectiveAs"] as const),
] satisfies ReturnField[];
export type ReturnFault = (typeof DAYS)[number] | "defectiveAs";

export type ReadReturnFormOutcome =
  | { outcome: "read"; settings: ReturnSettings }
  | { outcome: "invalid"; faults: ReturnFault[] };

/** What is typed as a number of days. */
const DAYS = ["expectedDays", "overdueDays"] as const satisfies (keyof ReturnSettings)[];

/** Goods that take longer than a year do not come. */
const MOST_DAYS = 365;

/** Reads what was typed, and names everything that cannot be meant. */
export function readReturnForm(form: ReturnForm): ReadReturnFormOutcome {
  const [expectedDays = 0, overdueDays = 0] = DAYS.map((name) => readDays(form[name]));
  const defectiveAs = DEFECTIVE_AS.find((one) => one === form.defectiveAs);
  const faults: ReturnFault[] = DAYS.filter((name) => readDays(form[name]) > MOST_DAYS);
  if (!defectiveAs) faults.push("defectiveAs");
  if (faults.length > 0 || !defectiveAs) return { outcome: "invalid", faults };
  const switches = Object.fromEntries(RETURN_SWITCHES.map((name) => [name, form[name] === "on"])) as Record<
    ReturnSwitch,
    boolean
  >;
  return { outcome: "read", settings: { ...switches, expectedDays, overdueDays, defectiveAs } };
}

/** The form of these settings. */
export function writeReturnForm(settings: ReturnSettings): Record<ReturnField, string> {
  const { expectedDays, overdueDays, defectiveAs } = settings;
  const switches = RETURN_SWITCHES.map((name) => [name, settings[name] ? "on" : ""] as const);
  return {
    ...(Object.fromEntries(switches) as Record<ReturnSwitch, string>),
    ...{ expectedDays: String(expectedDays), overdueDays: String(overdueDays), defectiveAs },
  };
}

/** @returns Infinity when no number of days was typed */
function readDays(typed = ""): number {
  return /^\d{1,3}$/.test(typed.trim()) ? Number(typed) : Infinity;
}
