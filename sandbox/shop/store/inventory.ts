import { inventoryItemPayload, inventoryLevelPayload, productPayload } from "./payloads.ts";
import {
  STORED_QUANTITIES,
  type Adjustment,
  type InventoryItem,
  type Level,
  type ShopContext,
  type StoredQuantity,
} from "./shop.ts";

export const QUANTITY_NAMES = [...STORED_QUANTITIES, "on_hand"] as const;

export type QuantityName = (typeof QUANTITY_NAMES)[number];

export function isQuantityName(name: string): name is QuantityName {
  return (QUANTITY_NAMES as readonly string[]).includes(name);
}

/** On hand is what physically lies there: everything but what is still on its way. */
export function quantityOf(level: Level, name: QuantityName): number {
  if (name !== "on_hand") return level.quantities[name];
  return STORED_QUANTITIES.reduce((sum, one) => (one === "incoming" ? sum : sum + level.quantities[one]), 0);
}

/** Sold goods leave `available` for `committed` and stay on hand; any other change of the shelf moves on hand too. */
export function writeQuantity(level: Level, name: QuantityName, quantity: number): void {
  const delta = quantity - quantityOf(level, name);
  if (name === "on_hand") level.quantities.available += delta;
  else level.quantities[name] += delta;
  if (name === "committed") level.quantities.available -= delta;
}

/** Changes remembered for people and tests to look at. */
const REMEMBERED = 10_000;

/** Writes a quantity and notes who changed it and why. */
export function adjust(
  { shop, now }: ShopContext,
  {
    level,
    name,
    quantity,
    ...about
  }: { level: Level; name: QuantityName; quantity: number } & Pick<
    Adjustment,
    "by" | "app" | "reason" | "referenceDocumentUri"
  >,
): void {
  const { itemId, locationId } = level;
  const from = quantityOf(level, name);
  writeQuantity(level, name, quantity);
  shop.adjustments.push({ at: now().toISOString(), itemId, locationId, name, from, to: quantity, ...about });
  if (shop.adjustments.length > REMEMBERED) shop.adjustments.splice(0, REMEMBERED / 2);
}

/** Makes the item stocked at the location; a level that was switched off comes back with the quantities it had. */
export function stockItem(
  ctx: ShopContext,
  { item, locationId }: { item: InventoryItem; locationId: number },
) {
  const at = ctx.now().toISOString();
  const level = (item.levels[locationId] ??= {
    itemId: item.id,
    locationId,
    isActive: false,
    quantities: Object.fromEntries(STORED_QUANTITIES.map((name) => [name, 0])) as Record<
      StoredQuantity,
      number
    >,
    createdAt: at,
    updatedAt: at,
  });
  level.isActive = true;
  return level;
}

/**
 * Tells the app about levels whose quantities changed. Shopify also counts a stock movement as a change of the
 * product, so `products/update` follows, once for each product.
 */
export function announceLevels(ctx: ShopContext, levels: readonly Level[]): void {
  const at = ctx.now().toISOString();
  const productIds = new Set<number>();
  for (const level of levels) {
    level.updatedAt = at;
    ctx.announce("inventory_levels/update", () => inventoryLevelPayload(ctx.shop, level));
    const variantId = ctx.shop.items.get(level.itemId)?.variantId;
    const variant = variantId === undefined ? undefined : ctx.shop.variants.get(variantId);
    if (variant) productIds.add(variant.productId);
  }
  for (const id of productIds) {
    const product = ctx.shop.products.get(id);
    if (product) ctx.announce("products/update", () => productPayload(ctx.shop, product));
  }
}

export function setTracked(
  ctx: ShopContext,
  { item, tracked }: { item: InventoryItem; tracked: boolean },
): void {
  if (item.tracked === tracked) return;
  item.tracked = tracked;
  item.updatedAt = ctx.now().toISOString();
  ctx.announce("inventory_items/update", () => inventoryItemPayload(ctx.shop, item));
}

/** The item's active levels at active locations: where stock counts. */
export function countedLevels({ shop }: ShopContext, item: InventoryItem): Level[] {
  return Object.values(item.levels).filter(
    (level) => level.isActive && shop.locations.get(level.locationId)?.isActive,
  );
}

export function totalAvailable(ctx: ShopContext, item: InventoryItem): number {
  return countedLevels(ctx, item).reduce((sum, level) => sum + level.quantities.available, 0);
}
