import { looseId } from "../store/gid.ts";
import type { InventoryItem, Location, ShopContext } from "../store/shop.ts";
import { ControlError } from "./control-error.ts";

/** An item by one of the names it has. */
interface ItemName {
  sku?: string;
  variantId?: string | number;
  inventoryItemId?: string | number;
}

export function findLocation({ shop }: ShopContext, nameOrId: string | number): Location {
  const id = looseId("Location", nameOrId);
  const found = shop.locations.all().find((one) => one.name === nameOrId || one.id === id);
  if (found) return found;
  const names = shop.locations.all().map(({ name }) => `"${name}"`);
  throw new ControlError(
    400,
    `There is no location "${nameOrId}". The shop has: ${names.join(", ") || "none"}.`,
  );
}

export function findItem(
  { shop }: ShopContext,
  { sku, variantId, inventoryItemId }: ItemName,
): InventoryItem {
  const bySku =
    sku === undefined ? [] : [...shop.skus.find(sku)].filter((id) => shop.variants.get(id)?.sku === sku);
  if (bySku.length > 1)
    throw new ControlError(400, `${bySku.length} variants have the SKU "${sku}": use variantId.`);
  const variant = shop.variants.get(
    bySku[0] ?? (variantId === undefined ? 0 : (looseId("ProductVariant", variantId) ?? 0)),
  );
  const itemId =
    inventoryItemId === undefined ? variant?.inventoryItemId : looseId("InventoryItem", inventoryItemId);
  const item = itemId === undefined ? undefined : shop.items.get(itemId);
  if (!item) throw new ControlError(404, `There is no such item: ${sku ?? variantId ?? inventoryItemId}.`);
  return item;
}
