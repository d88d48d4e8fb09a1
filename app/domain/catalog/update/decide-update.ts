import {
  compareProduct,
  type ComparedField,
  type FieldValue,
  type ProductValues,
} from "./compare-product.ts";

/** The warehouse's values that the merchant saw, of the fields that were to change. */
export type SeenValues = Partial<Record<ComparedField, FieldValue | null>>;

export interface UpdateDecision {
  /** What to send; empty when the warehouse has it all. */
  changes: Partial<Record<ComparedField, FieldValue>>;
  /** Fields whose value at the warehouse is another than the merchant saw. */
  left: ComparedField[];
}

/**
 * What is sent of an update that the merchant wanted, by both sides as they are now. Only fields that the merchant saw are sent,
 * each with the store's value of today, and only over the warehouse's value that the merchant agreed to lose: a value that
 * somebody entered at the warehouse since stays. What has been sent before is no difference any more, so a repetition sends
 * nothing.
 */
export function decideUpdate(about: {
  store: ProductValues;
  warehouse: ProductValues;
  seen: SeenValues;
}): UpdateDecision {
  const { store, warehouse, seen } = about;
  const wanted = compareProduct(store, warehouse).filter(({ field }) => Object.hasOwn(seen, field));
  const mayChange = wanted.filter(({ field }) => seen[field] === warehouse[field]);
  const left = wanted.filter(({ field }) => seen[field] !== warehouse[field]);
  return {
    changes: Object.fromEntries(mayChange.map(({ field, store: value }) => [field, value])),
    left: left.map(({ field }) => field),
  };
}
