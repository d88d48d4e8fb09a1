import type { ProductChanges } from "../../../fulfilment/requests.ts";

/** Fields of a product that both systems have, in the order in which they are shown. */
export const COMPARED_FIELDS = [
  "description",
  "barcode",
  "weight",
  "length",
  "width",
  "height",
  "imageUrl",
  "url",
] as const satisfies readonly (keyof ProductChanges)[];
export type ComparedField = (typeof COMPARED_FIELDS)[number];

/** Text, or millimeters, or grams. */
export type FieldValue = string | number;

/** Values of a product in one system; null where it has none. */
export type ProductValues = Record<ComparedField, FieldValue | null>;

/** A field in which the warehouse does not have what the store has. */
export interface Difference {
  field: ComparedField;
  store: FieldValue;
  /** Null where the warehouse has none. */
  warehouse: FieldValue | null;
}

/** Picks the values of a product from what the store or the warehouse shows of it. Empty texts are none. */
export function valuesOf(shown: Partial<Record<ComparedField, FieldValue | null>>): ProductValues {
  return Object.fromEntries(COMPARED_FIELDS.map((field) => [field, valueOf(shown[field])])) as ProductValues;
}

function valueOf(value: FieldValue | null | undefined): FieldValue | null {
  if (typeof value !== "string") return value ?? null;
  return value.trim() || null;
}

/**
 * The fields that would have to change at the warehouse for it to have the store's values. A field that is empty in the store
 * is no difference: an emptied field is as often a slip as a wish. Space around texts does not count.
 */
export function compareProduct(store: ProductValues, warehouse: ProductValues): Difference[] {
  return COMPARED_FIELDS.flatMap((field): Difference[] => {
    const wanted = store[field];
    return wanted === null || wanted === warehouse[field]
      ? []
      : [{ field, store: wanted, warehouse: warehouse[field] }];
  });
}
