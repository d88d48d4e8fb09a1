import type { Product, Shop } from "../store/shop.ts";
import { productView, shopView } from "./views.ts";

/** Products on one page of the mini admin. */
const PAGE = 25;

/** A page of products whose id, title, SKUs or barcodes match what is searched for, in the order they were made. */
export function listProducts(shop: Shop, { search, after }: { search: string; after: number }) {
  const wanted = search.trim().toLowerCase();
  const found: Product[] = [];
  for (const product of shop.products.all()) {
    if (product.id <= after || (wanted && !mentions(shop, product, wanted))) continue;
    found.push(product);
    if (found.length > PAGE) break;
  }
  const shown = found.slice(0, PAGE);
  return {
    ...shopView(shop),
    products: shown.map((product) => productView(shop, product)),
    /** Where the next page begins; null on the last one. */
    next: found.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

function mentions(shop: Shop, product: Product, wanted: string): boolean {
  if (product.title.toLowerCase().includes(wanted) || String(product.id) === wanted) return true;
  return product.variantIds.some((id) => {
    const variant = shop.variants.get(id);
    return [variant?.sku, variant?.barcode].some((label) => label?.toLowerCase().includes(wanted));
  });
}
