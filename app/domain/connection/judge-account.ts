import type { StoredProduct } from "../catalog/import/store-warehouse-products.ts";

/** Stock by SKU; `null` where the warehouse does not say. */
export type KnownStock = ReadonlyMap<string, number | null>;

/** The beginning of a warehouse's product list, or all of it. */
export interface ShownProducts {
  products: readonly Pick<StoredProduct, "sku" | "stock">[];
  isWhole: boolean;
}

/**
 * Whether a product list is another account's than what is `known`: more than half of the SKUs that say something are unknown
 * there or show other stock. An SKU of which neither has a unit says nothing. Neither does a single SKU whose stock is another:
 * it may have been sold since. Where nothing is known, nothing can be confused with it.
 */
export function isOtherAccount({ products, isWhole }: ShownProducts, known: KnownStock): boolean {
  if (known.size === 0) return false;
  const shown = new Map(products.map(({ sku, stock }) => [sku, stock]));
  // Of a list that goes on, what it has not shown yet is not missing.
  const missing = isWhole ? [...known.keys()].filter((sku) => !shown.has(sku)).length : 0;
  let unknown = missing;
  let moved = 0;
  let same = 0;
  for (const [sku, stock] of shown) {
    const before = known.get(sku);
    if (before === undefined) unknown++;
    else if (before !== null && stock !== null && before !== stock) moved++;
    else if (before) same++;
  }
  const other = unknown + (moved > 1 ? moved : 0);
  return other * 2 > unknown + moved + same;
}
