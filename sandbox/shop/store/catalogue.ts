import { stockItem, writeQuantity } from "./inventory.ts";
import { setProductImages, setVariantImages } from "./media.ts";
import { editMetafields, type MetafieldEdit } from "./metafields.ts";
import { inventoryItemPayload, productPayload } from "./payloads.ts";
import {
  newItemFacts,
  nextId,
  type InventoryItem,
  type ItemFacts,
  type Product,
  type ShopContext,
  type Variant,
} from "./shop.ts";

/** Quantities at one location. `onHand` is counted before any of it is committed. */
interface OpeningStock {
  locationId: number;
  onHand: number;
  committed?: number;
}

/** What has to be looked up or numbered when it is written. */
interface Extras {
  /** Addresses of images, the first one first. */
  images?: string[];
  metafields?: MetafieldEdit[];
}

export interface NewVariant extends Partial<ItemFacts>, Extras {
  options: string[];
  sku?: string | null;
  barcode?: string | null;
  price: string;
  tracked: boolean;
  requiresComponents: boolean;
  stock: OpeningStock[];
}

type ProductFacts = Pick<
  Product,
  "title" | "handle" | "status" | "vendor" | "productType" | "description" | "isGiftCard" | "isUnpublished"
>;

export interface NewProduct extends Omit<ProductFacts, "handle">, Extras {
  handle?: string;
  optionNames: string[];
  variants: NewVariant[];
}

/** Only what is given changes. */
interface VariantEdit extends Partial<ItemFacts>, Extras {
  id: number;
  sku?: string | null;
  barcode?: string | null;
  price?: string;
  tracked?: boolean;
  requiresComponents?: boolean;
}

export interface ProductEdit extends Partial<ProductFacts>, Extras {
  id: number;
  variants?: VariantEdit[];
  addVariants?: NewVariant[];
  removeVariantIds?: number[];
}

export function createProduct(ctx: ShopContext, input: NewProduct): Product {
  const { variants, images, metafields, ...fields } = input;
  const at = ctx.now().toISOString();
  const product: Product = {
    ...fields,
    id: nextId(ctx.shop),
    handle: input.handle ?? handleOf(input.title),
    variantIds: [],
    createdAt: at,
    updatedAt: at,
  };
  ctx.shop.products.add(product);
  writeProductExtras(ctx, product, { images, metafields });
  for (const variant of variants) addVariant(ctx, { product, variant });
  ctx.announce("products/create", () => productPayload(ctx.shop, product));
  return product;
}

export function editProduct(ctx: ShopContext, edit: ProductEdit): Product | undefined {
  const product = ctx.shop.products.get(edit.id);
  if (!product) return undefined;
  const { variants = [], addVariants = [], removeVariantIds = [], images, metafields, ...fields } = edit;
  Object.assign(product, fields);
  writeProductExtras(ctx, product, { images, metafields });
  for (const one of variants) editVariant(ctx, { product, edit: one });
  for (const id of removeVariantIds) removeVariant(ctx, id);
  for (const variant of addVariants) addVariant(ctx, { product, variant });
  product.updatedAt = ctx.now().toISOString();
  ctx.announce("products/update", () => productPayload(ctx.shop, product));
  return product;
}

function writeProductExtras(
  { shop, now }: ShopContext,
  product: Product,
  { images, metafields }: Extras,
): void {
  if (images) setProductImages(shop, { product, urls: images });
  if (metafields) editMetafields(shop, { owner: product, edits: metafields, at: now().toISOString() });
}

function writeVariantExtras(
  { shop, now }: ShopContext,
  { product, variant, images, metafields }: Extras & { product: Product; variant: Variant },
): void {
  if (images) setVariantImages(shop, { product, variant, urls: images });
  if (metafields) editMetafields(shop, { owner: variant, edits: metafields, at: now().toISOString() });
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
    ...newItemFacts(itemFactsIn(variant)),
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
  writeVariantExtras(ctx, { product, variant: row, images: variant.images, metafields: variant.metafields });
}

function editVariant(
  ctx: ShopContext,
  { product, edit: given }: { product: Product; edit: VariantEdit },
): void {
  const { id, sku, barcode, price, requiresComponents, images, metafields, tracked } = given;
  const variant = ctx.shop.variants.get(id);
  const item = variant && ctx.shop.items.get(variant.inventoryItemId);
  if (!variant || !item) return;
  const at = ctx.now().toISOString();
  const before = { sku: variant.sku, barcode: variant.barcode };
  Object.assign(variant, onlyGiven({ sku, barcode, price, requiresComponents }), { updatedAt: at });
  ctx.shop.skus.change(variant.id, { from: before.sku, to: variant.sku });
  ctx.shop.barcodes.change(variant.id, { from: before.barcode, to: variant.barcode });
  writeVariantExtras(ctx, { product, variant, images, metafields });

  const was = JSON.stringify([item, before.sku]);
  Object.assign(item, onlyGiven({ tracked }), itemFactsIn(given));
  if (was === JSON.stringify([item, variant.sku])) return;
  item.updatedAt = at;
  ctx.announce("inventory_items/update", () => inventoryItemPayload(ctx.shop, item));
}

const itemFactsIn = ({
  weight,
  requiresShipping,
  countryCodeOfOrigin,
  harmonizedSystemCode,
}: Partial<ItemFacts>): Partial<ItemFacts> =>
  onlyGiven({ weight, requiresShipping, countryCodeOfOrigin, harmonizedSystemCode });

/** Null is a value, nothing at all is none. */
const onlyGiven = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

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
