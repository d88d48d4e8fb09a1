import { z } from "zod";
import type { CatalogueSettings } from "./catalogue-settings.ts";

const metafield = z
  .string()
  .trim()
  .transform((name) => name || null);
const schema = z.object({
  pushEdits: z.string().transform((typed) => typed === "on"),
  askBeyond: z
    .string()
    .regex(/^\s*\d{1,3}\s*$/)
    .transform(Number)
    .pipe(z.int().max(100)),
  ...{ width: metafield, height: metafield, length: metafield },
});

export const CATALOGUE_FIELDS = ["pushEdits", "askBeyond", "width", "height", "length"] as const;

/** The merchant's choices as typed; what is ticked is `on`. */
export type CatalogueForm = Record<(typeof CATALOGUE_FIELDS)[number], string>;

/** Reads what was typed; `undefined` when the share isn't a percentage. The names of metafields are judged later. */
export function readCatalogueForm(form: CatalogueForm): CatalogueSettings | undefined {
  const { data } = schema.safeParse(form);
  if (!data) return undefined;
  const { width, height, length, ...settings } = data;
  return { ...settings, dimensions: { width, height, length } };
}

/** The form of these settings. */
export function writeCatalogueForm({ pushEdits, askBeyond, dimensions }: CatalogueSettings): CatalogueForm {
  const { width, height, length } = dimensions;
  return {
    ...{ pushEdits: pushEdits ? "on" : "", askBeyond: String(askBeyond) },
    ...{ width: width ?? "", height: height ?? "", length: length ?? "" },
  };
}
