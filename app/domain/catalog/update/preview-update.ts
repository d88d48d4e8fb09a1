import { createHash } from "node:crypto";
import { z } from "zod";
import { readCursor, writeCursor } from "../../keyset-page.ts";
import type { ShopContext } from "../../shop-context.ts";
import type { ComparedField } from "./compare-product.ts";
import { differingProducts, type ComparedProduct, type ComparedSelection } from "./described-products.ts";

export interface PreviewUpdate {
  selection: ComparedSelection;
  /** A cursor from an earlier page. */
  after?: string | undefined;
}

export interface UpdatePreview {
  /** Products that would change. */
  count: number;
  /** In how many of them each field would. */
  fields: Partial<Record<ComparedField, number>>;
  /** Names exactly these changes (`startUpdate`). */
  fingerprint: string;
  rows: ComparedProduct[];
  next: string | null;
}

/** Products to a page. */
const PAGE_SIZE = 50;

/** Which fields of which products would change at the warehouse, by what was last read on both sides. Changes nothing. */
export async function previewUpdate(
  { db, shop }: ShopContext,
  { selection, after }: PreviewUpdate,
): Promise<UpdatePreview> {
  const from = readCursor(z.string(), after) ?? "";
  const fingerprint = openFingerprint();
  const fields: UpdatePreview["fields"] = {};
  const page: ComparedProduct[] = [];
  let count = 0;
  for await (const group of differingProducts(db, { shop, selection }))
    for (const product of group) {
      count++;
      fingerprint.add(product);
      for (const { field } of product.differences) fields[field] = (fields[field] ?? 0) + 1;
      // SKUs come in the database's order, which is not JavaScript's: the cursor is found, not compared.
      if (page.length <= PAGE_SIZE) page.push(product);
      if (product.sku === from) page.length = 0;
    }
  const rows = page.slice(0, PAGE_SIZE);
  const next = page.length > PAGE_SIZE ? writeCursor(rows.at(-1)!.sku) : null;
  return { count, fields, fingerprint: fingerprint.text(), rows, next };
}

/** Names a set of differences, whatever its size: other products, fields or values have another name. */
export function openFingerprint() {
  const hash = createHash("sha256");
  return {
    add({ sku, variantId, differences }: ComparedProduct) {
      hash.update(JSON.stringify([sku, variantId, differences]));
    },
    text: () => hash.digest("base64url"),
  };
}

export function fingerprintOf(products: readonly ComparedProduct[]): string {
  const fingerprint = openFingerprint();
  products.forEach(fingerprint.add);
  return fingerprint.text();
}
