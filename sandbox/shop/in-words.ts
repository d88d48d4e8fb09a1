import type { z } from "zod";

/** A failed check as a sentence: where, and what is wrong there. */
export function inWords(error: z.ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length ? `${path.map(String).join(".")}: ${message}` : message))
    .join("; ");
}
