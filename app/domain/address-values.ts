import { z } from "zod";

/*
 * What stands in addresses of the panel, as far as it can be looked for. PostgreSQL holds neither a NUL nor half a
 * character and knows no year 0: asked for either it fails, where nothing is to be found.
 */

/** Whether a text, or every text in some JSON, can be in the database. */
export function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  return typeof value !== "object" || value === null || Object.values(value).every(isStorable);
}

const isInHistory = (text: string) => !text.startsWith("0000");

/** A point in time, as in `2026-11-27T08:00:00Z`. */
export const timeSchema = z.iso.datetime().refine(isInHistory);
/** A day, as in `2026-11-27`. */
export const daySchema = z.iso.date().refine(isInHistory);
