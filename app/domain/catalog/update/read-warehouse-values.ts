import type { ShopProduct, Variant } from "@prisma/client";
import type { Sku, VariantId } from "../../ids.ts";
import type { ShopContext } from "../../shop-context.ts";
import { describe } from "../push/product-to-send.ts";
import { valuesOf, type Difference, type ProductValues } from "./compare-product.ts";
import { comparedProducts } from "./described-products.ts";
import { fingerprintOf } from "./preview-update.ts";
import { incompleteOf, type IncompleteUpdate } from "./read-update-page.ts";

/** A variant's values beside those of the warehouse's products that it is mapped to. */
export interface WarehouseValues {
  /** What the store would send. */
  store: ProductValues;
  /** Those whose values have been read. */
  products: { sku: Sku; values: ProductValues }[];
  /** Whether the variant describes one product alone, so that the two are compared. */
  isCompared: boolean;
  differences: Difference[];
  /** Names these differences (`startUpdate`). */
  fingerprint: string;
  /** The update that waits to be sent, or what kept the last one from being sent whole. */
  update: IncompleteUpdate | { sku: string; state: "waiting" } | null;
}

/** The values of a variant and of the products that it is mapped to, as both systems last showed them. */
export async function readWarehouseValues(
  { db, shop }: ShopContext,
  about: { variant: Variant; product: ShopProduct | null; skus: readonly Sku[] },
): Promise<WarehouseValues> {
  const { variant, product, skus } = about;
  const variantId = variant.variantId as VariantId;
  const where = { shop, sku: { in: [...skus] } };
  const [rows, update] = await Promise.all([
    db.warehouseProduct.findMany({ where: { ...where, detailed: true }, orderBy: { sku: "asc" } }),
    db.productUpdate.findFirst({ where: { ...where, variantId } }),
  ]);
  const compared = [];
  for await (const group of comparedProducts(db, { shop, selection: { variantIds: [variantId] } }))
    compared.push(...group);
  const differing = compared.filter(({ differences }) => differences.length > 0);
  const { details } = describe({
    ...variant,
    url: product?.url ?? null,
    imageUrl: product?.imageUrl ?? null,
  });
  return {
    store: valuesOf(details),
    products: rows.map((row) => ({ sku: row.sku as Sku, values: valuesOf(row) })),
    isCompared: compared.length > 0,
    differences: differing.flatMap(({ differences }) => differences),
    fingerprint: fingerprintOf(differing),
    update: update && shownUpdate(update),
  };
}

function shownUpdate(row: Parameters<typeof incompleteOf>[0]): WarehouseValues["update"] {
  const { sku, state, left } = row;
  if (state === "waiting") return { sku, state };
  // All of it was sent; what differs by now has changed since.
  return state === "updated" && left.length === 0 ? null : incompleteOf(row);
}
