import { stockItem, writeQuantity } from "./inventory.ts";
import { inventoryItemPayload, productPayload } from "./payloads.ts";
import { nextId, type InventoryItem, type Product, type ShopContext, type Variant } from "./shop.ts";

/** Quantities at one location. `onHand` is counted before any of it is committed. */
interface OpeningStock {
  locationId: number;
  onHand: number;
  committed?: number;
}

export interface NewVariant {
  options: string[];
  sku?: string | null;
  barcode?: string | null;
  price: string;
  weightGrams: number;
  tracked: boolean;
  requiresComponents: boolean;
  stock: OpeningStock[];
}

export interface NewProduct {
  title: string;
  status: Product["status"];
  vendor: string;
  productType: string;
  optionNames: string[];
  variants: NewVariant[];
}

/** Only what is given changes. */
interface VariantEdit {
  id: number;
  sku?: string | null;
  barcode?: string | null;
  price?: string;
  weightGrams?: number;
  tracked?: boolean;
  requiresComponents?: boolean;
}

export interface ProductEdit {
  id: number;
  title?: string;
  status?: Product["status"];
  vendor?: string;
  productType?: string;
  variants?: VariantEdit[];
  addVariants?: NewVariant[];
  removeVariantIds?: number[];
}

export function createProduct(ctx: ShopContext, input: NewProduct): Product {
  const { variants, ...fields } = input;
  const at = ctx.now().toISOString();
  const product: Product = {
    ...fields,
    id: nextId(ctx.shop),
    handle: handleOf(input.title),
    variantIds: [],
    createdAt: at,
    updatedAt: at,
  };
  ctx.shop.products.add(product);
  for (const variant of variants) addVariant(ctx, { product, variant });
  ctx.announce("products/create", () => productPayload(ctx.shop, product));
  return product;
}

export function editProduct(ctx: ShopContext, edit: ProductEdit): Product | undefined {
  const product = ctx.shop.products.get(edit.id);
  if (!product) return undefined;
  const { variants = [], addVariants = [], removeVariantIds = [], ...fields } = edit;
  Object.assign(product, fields);
  for (const one of variants) editVariant(ctx, one);
  for (const id of removeVariantIds) removeVariant(ctx, id);
  for (const variant of addVariants) addVariant(ctx, { product, variant });
  product.updatedAt = ctx.now().toISOString();
  ctx.announce("products/update", () => productPayload(ctx.shop, product));
  return product;
}

export function deleteProduct(ctx: ShopContext, id: number): boolean {
  const product = ctx.shop.products.get(id);
  if (!product) return false;
  for (const variantId of [...product.variantIds]) removeVariant(ctx, variantId);
  ctx.shop.products.remove(id);
  ctx.announce("products/delete", () => ({ id }));
  return true;
}

function addVariant(ctx: ShopContext, { product, variant }: { product: Product; variant: NewVariant }): void {
  const { shop } = ctx;
  const at = ctx.now().toISOString();
  const id = nextId(shop);
  const item: InventoryItem = {
    id: nextId(shop),
    variantId: id,
    tracked: variant.tracked,
    weightGrams: variant.weightGrams,
    levels: {},
    createdAt: at,
    updatedAt: at,
  };
  // Without a word about stock an item is stocked, at zero, where the shop ships from: its first location.
  const first = shop.locations.all().find((location) => location.isActive && !location.isFulfillmentService);
  const stock: OpeningStock[] =
    variant.stock.length || !first ? variant.stock : [{ locationId: first.id, onHand: 0 }];
  for (const { locationId, onHand, committed = 0 } of stock) {
    const level = stockItem(ctx, { item, locationId });
    writeQuantity(level, "on_hand", onHand);
    writeQuantity(level, "committed", committed);
  }
  const row: Variant = {
    id,
    productId: product.id,
    inventoryItemId: item.id,
    options: variant.options,
    sku: variant.sku ?? null,
    barcode: variant.barcode ?? null,
    price: variant.price,
    requiresComponents: variant.requiresComponents,
    createdAt: at,
    updatedAt: at,
  };
  shop.items.add(item);
  shop.variants.add(row);
  shop.skus.change(id, { to: row.sku });
  shop.barcodes.change(id, { to: row.barcode });
  product.variantIds.push(id);
}

function editVariant(ctx: ShopContext, { tracked, weightGrams, ...edit }: VariantEdit): void {
  const variant = ctx.shop.variants.get(edit.id);
  const item = variant && ctx.shop.items.get(variant.inventoryItemId);
  if (!variant || !item) return;
  const at = ctx.now().toISOString();
  const before = { sku: variant.sku, barcode: variant.barcode };
  Object.assign(variant, edit, { updatedAt: at });
  ctx.shop.skus.change(variant.id, { from: before.sku, to: variant.sku });
  ctx.shop.barcodes.change(variant.id, { from: before.barcode, to: variant.barcode });

  const itemChanged =
    (tracked !== undefined && tracked !== item.tracked) ||
    (weightGrams !== undefined && weightGrams !== item.weightGrams) ||
    before.sku !== variant.sku;
  if (!itemChanged) return;
  item.tracked = tracked ?? item.tracked;
  item.weightGrams = weightGrams ?? item.weightGrams;
  item.updatedAt = at;
  ctx.announce("inventory_items/update", () => inventoryItemPayload(ctx.shop, item));
}

function removeVariant(ctx: ShopContext, id: number): void {
  const { shop } = ctx;
  const variant = shop.variants.get(id);
  if (!variant) return;
  shop.skus.change(id, { from: variant.sku });
  shop.barcodes.change(id, { from: variant.barcode });
  shop.variants.remove(id);
  shop.items.remove(variant.inventoryItemId);
  const product = shop.products.get(variant.productId);
  if (product) product.variantIds = product.variantIds.filter((one) => one !== id);
  ctx.announce("inventory_items/delete", () => ({ id: variant.inventoryItemId }));
}

function handleOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
}
